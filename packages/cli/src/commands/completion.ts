import { Argument, type Command, type Option } from 'commander';

/** Each calls the command itself for the words that may follow, so a script stays valid for later versions. */
const scripts = {
  bash: `_parley() {
  local IFS=$'\\n' found
  found=$("$1" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" | cut -f 1)
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _parley parley
`,
  zsh: `_parley() {
  local -a found
  local line
  for line in "\${(@f)$(\${words[1]} __complete -- "\${(@)words[2,CURRENT-1]}")}"; do
    [[ -n $line ]] && found+=("\${line/$'\\t'/:}")
  done
  if (( $#found )); then _describe parley found; else _files; fi
}
compdef _parley parley
`,
  fish: `complete -c parley -f -a '(parley __complete -- (commandline -opc)[2..])'
`,
};

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and scenarios in your shell')
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
Add a line to the configuration of your shell:
  ~/.bashrc                    source <(parley completion bash)
  ~/.zshrc, after compinit     source <(parley completion zsh)
  ~/.config/fish/config.fish   parley completion fish | source`,
    )
    .action((shell: keyof typeof scripts) => {
      process.stdout.write(scripts[shell]);
    });

  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action((words: readonly string[]) => {
      for (const found of getCompletions(program, words)) {
        process.stdout.write(`${found.join('\t')}\n`);
      }
    });
}

/** A word that may follow, and what it means. */
type Word = readonly [word: string, description: string];

const getChoices = ({ argChoices = [] }: Argument | Option): Word[] =>
  argChoices.map((choice) => [choice, '']);

/** Finds the words that may follow others on the command line. */
function getCompletions(program: Command, words: readonly string[]): Word[] {
  let command = program;
  for (const word of words) {
    command = command.commands.find((child) => child.name() === word) ?? command;
  }
  const last = words.at(-1) ?? '';
  const option = command.options.find(({ long, short }) => last === long || last === short);
  if (option?.required) return getChoices(option);
  const help = command.createHelp();
  return [
    ...help.visibleCommands(command).map((child): Word => [child.name(), child.description()]),
    ...command.registeredArguments.flatMap(getChoices),
    ...help.visibleOptions(command).map(({ long, description }): Word => [long ?? '', description]),
  ];
}
