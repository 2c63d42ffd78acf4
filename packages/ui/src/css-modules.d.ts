// The apps get this from Next; here it makes the package check on its own.
declare module '*.module.css' {
  const classes: { readonly [name: string]: string };
  export default classes;
}
