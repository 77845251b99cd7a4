import { Text } from 'ink'
import { fit, plain } from '../text-width'
import { useKeys } from './keys/use-keys'
import { TONE_COLORS } from './theme'
import { type Layer, type Question, useTools } from './tools'
import { CommandLine } from './widgets/command-line/CommandLine'
import { Form } from './widgets/form/Form'
import { Menu } from './widgets/menu/Menu'
import { TextPage } from './widgets/text-page/TextPage'

interface LayerProps {
  readonly layer: Layer
}

export function LayerPage({ layer, isActive }: LayerProps & { readonly isActive: boolean }) {
  switch (layer.kind) {
    case 'text':
      return (
        <TextPage
          title={layer.title}
          lines={layer.lines}
          actions={layer.actions ?? []}
          isActive={isActive}
        />
      )
    case 'form':
      return <Form draft={layer.form} isActive={isActive} />
    case 'menu':
      return <Menu title={layer.title} items={layer.items} isActive={isActive} />
    default:
      return null
  }
}

/** At the bottom, in place of messages. */
export function LayerLine({ layer }: LayerProps) {
  switch (layer.kind) {
    case 'question':
      return <QuestionLine question={layer.question} />
    case 'line':
      return <CommandLine layer={layer} />
    default:
      return null
  }
}

/** Only `y` is a yes: Enter may still be on its way from what came before. */
function QuestionLine({ question }: { readonly question: Question }) {
  const { close, size, text } = useTools()
  const { title, message = '', onYes } = question
  useKeys(({ name }) => {
    if (name === 'y' || name === 'Y') {
      close()
      onYes()
    } else if (['n', 'N', 'esc', 'q', 'enter'].includes(name)) close()
  }, true)
  const prompt = `? ${plain(title)} ${text('tui.yes_no')} ${plain(message)}`
  return (
    <Text bold color={TONE_COLORS.warning ?? 'yellow'} wrap="truncate">
      {fit(prompt, size.columns)}
    </Text>
  )
}
