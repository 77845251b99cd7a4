/** Keys of a screen: its own first, then those that work everywhere, help and commands. */
import { ApiError } from '../../server/domain/api-calls/answer'
import { type Binding, runBinding, shownKey } from './keys/binding'
import { useKeys } from './keys/use-keys'
import { type CommandRow, useTools } from './tools'
import { commandOf } from './widgets/command-line/complete'

interface ScreenKeys {
  readonly bindings: readonly Binding[]
  readonly commands: readonly CommandRow[]
  readonly isActive: boolean
}

/** Cells of the longest row of keys in the help. */
const KEYS_WIDTH = 20

export function useScreenKeys({ bindings, commands, isActive }: ScreenKeys): void {
  const tools = useTools()
  const { text, open, fail } = tools
  const allCommands = [...commands, ...tools.commands]
  const openCommand = (): void =>
    open({
      kind: 'line',
      prompt: ':',
      initial: '',
      commands: allCommands,
      onEnter: (typed) => {
        const found = commandOf(typed, allCommands)
        if (found !== undefined) found.row.run(found.rest)
        else if (typed.trim() !== '') {
          const message = text('tui.unknown_command', { command: typed.trim() })
          fail(new ApiError(200, { message }))
        }
      },
    })
  const general: readonly Binding[] = [
    { keys: [':'], title: text('tui.command'), run: openCommand },
    {
      keys: ['?'],
      title: text('tui.help'),
      run: () =>
        open({
          kind: 'text',
          title: text('tui.help'),
          lines: [
            ...helpLines([...bindings, ...general, ...tools.bindings]),
            '',
            ...allCommands.map(({ name, title, completions }) =>
              `  :${[name, ...(completions ?? []).slice(0, 4)].join(' ')}`
                .padEnd(KEYS_WIDTH + 8)
                .concat(title),
            ),
          ],
        }),
    },
  ]
  useKeys((press) => void runBinding([...bindings, ...general, ...tools.bindings], press), isActive)
}

/** A key that an earlier row has taken is not told again. */
function helpLines(bindings: readonly Binding[]): readonly string[] {
  const taken = new Set<string>()
  return bindings.flatMap(({ keys, title }) => {
    const free = keys.filter((key) => !taken.has(key))
    for (const key of free) taken.add(key)
    return free.length === 0 ? [] : [`  ${free.map(shownKey).join(' ').padEnd(KEYS_WIDTH)}${title}`]
  })
}
