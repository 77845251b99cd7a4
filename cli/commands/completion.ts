import { defineCommand } from '../command/command'
import { fishScript } from '../completion/fish'
import { bashScript, zshScript } from '../completion/posix'
import { completionPlaces, type Place } from '../completion/words'
import { UsageError } from '../exit'
import { words } from '../words'

const SCRIPTS: Readonly<Record<string, (places: readonly Place[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

export const completion = defineCommand({
  path: ['completion'],
  clientSide: true,
  summary: 'print what a shell needs to complete commands, flags and names',
  args: [{ name: 'shell', summary: 'bash, zsh or fish', choices: Object.keys(SCRIPTS) }],
  examples: [
    'eval "$(gw completion bash)"',
    'gw completion zsh > ~/.zfunc/_gw',
    'gw completion fish > ~/.config/fish/completions/gw.fish',
  ],
  run: async ({ commands, output, translate }, { args }) => {
    const script = SCRIPTS[args.shell]
    if (script === undefined) throw new UsageError(words`no script for ${args.shell}`)
    output.write(`${script(completionPlaces(commands, translate))}\n`)
  },
})
