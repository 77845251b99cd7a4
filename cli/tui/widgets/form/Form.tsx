import { Box, Text } from 'ink'
import { fit, plain, widthOf, wrap } from '../../../text-width'
import type { FieldRow, FormDraft } from '../../form-draft'
import { ACCENT, TONE_COLORS } from '../../theme'
import { useTools } from '../../tools'
import { TextField } from '../text-field/TextField'
import { textFieldOf, textOf } from '../text-field/use-text-field-state'
import { useForm } from './use-form'
import type { FormState } from './use-form-state'
import { valuesOf } from './use-form-state'

interface FormProps {
  readonly draft: FormDraft
  readonly isActive: boolean
}

/** Title, a blank line, and below the fields: hint, problem, keys. */
const FRAME_LINES = 6

export function Form({ draft, isActive }: FormProps) {
  const { text, size } = useTools()
  const state = useForm(draft, isActive)
  const { fields, at, problem, isSaving } = state
  const values = valuesOf(state)
  const labelOf = ({ label }: FieldRow) => (typeof label === 'string' ? label : label(values))
  const labelWidth = Math.min(
    Math.max(...fields.map((field) => widthOf(labelOf(field)))),
    Math.floor(size.columns / 2.5),
  )
  const shown = Math.max(1, size.rows - FRAME_LINES)
  const first = Math.max(0, Math.min(at - Math.floor(shown / 2), fields.length - shown))
  const field = fields[at]
  const hint = typeof field?.hint === 'function' ? field.hint(values) : (field?.hint ?? '')
  return (
    <Box flexDirection="column">
      <Text bold color={ACCENT}>
        {plain(draft.title)}
      </Text>
      <Text> </Text>
      {fields.slice(first, first + shown).map((field, index) => (
        <Box key={field.name}>
          <Text bold={first + index === at} wrap="truncate">
            {first + index === at ? '> ' : '  '}
            {fit(labelOf(field), labelWidth)}
            {'  '}
          </Text>
          <FieldValue
            field={field}
            state={state}
            isHere={isActive && first + index === at}
            width={size.columns - labelWidth - 5}
          />
        </Box>
      ))}
      <Text> </Text>
      {wrap(hint, size.columns - 2)
        .slice(0, 2)
        .map((line) => (
          <Text key={line} dimColor wrap="truncate">
            {line}
          </Text>
        ))}
      {isSaving && <Text>{text('ui.loading')}…</Text>}
      {problem !== '' && (
        <Text bold color={TONE_COLORS.bad} wrap="truncate">
          ! {plain(problem)}
        </Text>
      )}
    </Box>
  )
}

interface FieldValueProps {
  readonly field: FieldRow
  readonly state: FormState
  readonly isHere: boolean
  readonly width: number
}

function FieldValue({ field, state, isHere, width }: FieldValueProps) {
  const { text } = useTools()
  const { name, kind, choices = [] } = field
  const value = state.states[name] ?? textFieldOf('')
  if (kind === 'text' || kind === 'secret') {
    return <TextField state={value} width={width} isActive={isHere} isSecret={kind === 'secret'} />
  }
  const chosen = textOf(value)
  const title =
    kind === 'flag'
      ? text(chosen === 'true' ? 'ui.on' : 'ui.off')
      : (choices.find((choice) => choice.value === chosen)?.title ?? chosen)
  return (
    <Text inverse={isHere} wrap="truncate">
      {`< ${plain(title)} >`}
    </Text>
  )
}
