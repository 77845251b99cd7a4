/** Some of a channel's settings, for those who do not write JSON. */
import { Select, Textarea, TextInput } from '@primer/react'
import { useState } from 'react'
import {
  FIDELITIES,
  fidelityIn,
  fidelityOf,
  withFidelity,
} from '../../../../server/domain/calls/fidelity'
import {
  keywordsOf,
  maxInputTokensOf,
  withKeywords,
  withMaxInputTokens,
} from '../../../../server/domain/channels/setting'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import { jsonProblem } from '../../../components/form/JsonField'

interface SettingProps {
  /** The channel's settings, as text. */
  readonly setting: string
  readonly onChange: (setting: string) => void
}

export function SettingFields(props: SettingProps) {
  return (
    <>
      <FidelityField {...props} />
      <MaxInputField {...props} />
      <KeywordsField {...props} />
    </>
  )
}

function FidelityField({ setting, onChange }: SettingProps) {
  const { text } = useText()
  return (
    <Field label={text('channel.fidelity')} caption={text('channel.fidelity_hint')}>
      <Select
        block
        value={fidelityIn(setting)}
        disabled={jsonProblem(setting) !== undefined}
        onChange={(event) => onChange(withFidelity(setting, fidelityOf(event.target.value)))}
      >
        {FIDELITIES.map((fidelity) => (
          <Select.Option key={fidelity} value={fidelity}>
            {text(`channel.fidelity_${fidelity}`)}
          </Select.Option>
        ))}
      </Select>
    </Field>
  )
}

function MaxInputField({ setting, onChange }: SettingProps) {
  const { text } = useText()
  const tokens = maxInputTokensOf(setting)
  return (
    <Field
      label={text('field.channel.max_input_tokens')}
      caption={text('channel.max_input_tokens_hint')}
    >
      <TextInput
        block
        inputMode="numeric"
        placeholder={text('channel.unlimited')}
        disabled={jsonProblem(setting) !== undefined}
        value={tokens === 0 ? '' : String(tokens)}
        onChange={(event) => {
          const digits = event.target.value.replace(/\D/g, '').slice(0, 9)
          onChange(withMaxInputTokens(setting, Number(digits)))
        }}
      />
    </Field>
  )
}

/** Lines as they are typed; the settings hold those that are not blank. */
function KeywordsField({ setting, onChange }: SettingProps) {
  const { text } = useText()
  const stored = keywordsOf(setting)
  const [typed, type] = useState(() => stored.join('\n'))
  const isTyped = withKeywords(setting, typed.split('\n')) === setting
  return (
    <Field
      label={text('channel.auto_disable_keywords')}
      caption={text('channel.auto_disable_keywords_hint')}
    >
      <Textarea
        block
        resize="vertical"
        rows={3}
        disabled={jsonProblem(setting) !== undefined}
        value={isTyped ? typed : stored.join('\n')}
        onChange={(event) => {
          type(event.target.value)
          onChange(withKeywords(setting, event.target.value.split('\n')))
        }}
      />
    </Field>
  )
}
