import { Select, Textarea, TextInput } from '@primer/react'
import { useId } from 'react'
import { useEndpoint } from '../../api/use-endpoint'
import { Field } from '../../components/Field'
import { useText } from '../../language'
import type { ChatSettings } from './chat'
import { ModelPicker } from './ModelPicker'

interface ChatOptionsProps {
  readonly settings: ChatSettings
  /** Models of the chosen group; `undefined` until they are known. */
  readonly models: readonly string[] | undefined
  readonly onChange: (patch: Partial<ChatSettings>) => void
}

export function ChatOptions({ settings, models, onChange }: ChatOptionsProps) {
  const { text } = useText()
  const { data: groups = {} } = useEndpoint('user.self_groups')
  const { group, maxTokens, system } = settings
  return (
    <div className="form">
      <ModelPicker
        model={settings.model}
        models={models}
        onChange={(model) => onChange({ model })}
      />
      <Field label={text('playground.group')}>
        <Select block value={group} onChange={(event) => onChange({ group: event.target.value })}>
          <Select.Option value="">{text('token.group_own')}</Select.Option>
          {Object.entries(groups).map(([name, { desc, ratio }]) => (
            <Select.Option key={name} value={name}>
              {`${name} · ${desc} · ×${ratio}`}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <Temperature
        value={settings.temperature}
        onChange={(temperature) => onChange({ temperature })}
      />
      <Field label={text('playground.max_tokens')} caption={text('playground.max_tokens_hint')}>
        <TextInput
          block
          type="number"
          min={0}
          value={String(maxTokens)}
          onChange={(event) =>
            onChange({ maxTokens: Math.max(0, Math.trunc(Number(event.target.value)) || 0) })
          }
        />
      </Field>
      <Field label={text('playground.system')}>
        <Textarea
          block
          rows={6}
          resize="vertical"
          value={system}
          onChange={(event) => onChange({ system: event.target.value })}
        />
      </Field>
    </div>
  )
}

interface TemperatureProps {
  readonly value: number
  readonly onChange: (value: number) => void
}

function Temperature({ value, onChange }: TemperatureProps) {
  const { text } = useText()
  const id = useId()
  return (
    <div className="slider">
      <label htmlFor={id}>{text('playground.temperature')}</label>
      <output htmlFor={id} className="number">
        {value}
      </output>
      <input
        id={id}
        type="range"
        min={0.1}
        max={1}
        step={0.1}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  )
}
