/** Keys of a screen: its own first, then those that work everywhere, help and commands. */
import { ApiError } from '../../server/domain/api-calls/answer'
import { helpLines } from './help-lines'
import { type Binding, runBinding } from './keys/binding'
import { useKeys } from './keys/use-keys'
import { type CommandRow, useTools } from './tools'
import { commandOf } from './widgets/command-line/complete'

interface ScreenKeys {
  readonly bindings: readonly Binding[]
  readonly commands: readonly CommandRow[]
  readonly isActive: boolean
}

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
          lines: helpLines({
            own: bindings,
            everywhere: [...general, ...tools.bindings],
            commands: allCommands,
            columns: tools.size.columns - 2,
            text,
          }),
        }),
    },
  ]
  useKeys((press) => void runBinding([...bindings, ...general, ...tools.bindings], press), isActive)
}
