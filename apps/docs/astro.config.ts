import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { navigation } from './src/content/site.ts';

// The navigation is immutable, which Starlight's type of it is not.
type Sidebar = NonNullable<Parameters<typeof starlight>[0]['sidebar']>;

export default defineConfig({
  srcDir: './site',
  publicDir: './generated/public',
  outDir: './dist',
  cacheDir: './generated/cache',
  trailingSlash: 'always',
  integrations: [
    starlight({
      title: 'Parley',
      favicon: '/icon.svg',
      sidebar: navigation as Sidebar,
      customCss: ['./site/theme.css'],
      components: { Footer: './site/footer.astro' },
      expressiveCode: { defaultProps: { wrap: true }, styleOverrides: { borderRadius: '6px' } },
      credits: false,
      pagination: false,
      lastUpdated: false,
    }),
  ],
});
