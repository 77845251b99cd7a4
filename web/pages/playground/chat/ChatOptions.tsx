import { Select, Textarea, TextInput } from '@primer/react'
import { useId } from 'react'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import { JsonField } from '../../../components/form/JsonField'
import { GroupField } from '../GroupField'
import { ModelPicker } from '../ModelPicker'
import type { ChatSettings } from './chat'
import type { TalkModeId } from './request'
import '../trial/trial.css'

interface ChatOptionsProps {
  readonly mode: TalkModeId
  readonly settings: ChatSettings
  /** Models of the chosen group; `undefined` until they are known. */
  readonly models: readonly string[] | undefined
  readonly onChange: (patch: Partial<ChatSettings>) => void
}

export function ChatOptions({ mode, settings, models, onChange }: ChatOptionsProps) {
  const { text } = useText()
  const { maxTokens, system } = settings
  return (
    <div className="form">
      <ModelPicker
        model={settings.model}
        models={models}
        onChange={(model) => onChange({ model })}
      />
      <GroupField group={settings.group} onChange={(group) => onChange({ group })} />
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
      <MoreOptions mode={mode} settings={settings} onChange={onChange} />
    </div>
  )
}

/** Not in Responses, where the protocol has no words for them. */
const OF_CHATS = [
  { name: 'frequencyPenalty', label: 'playground.frequency_penalty' },
  { name: 'presencePenalty', label: 'playground.presence_penalty' },
  { name: 'seed', label: 'playground.seed' },
] as const
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh']

/** Fields that a request has only where something is typed. */
function MoreOptions({ mode, settings, onChange }: Omit<ChatOptionsProps, 'models'>) {
  const { text } = useText()
  const numbers = [
    { name: 'topP', label: 'playground.top_p' } as const,
    ...(mode === 'chat' ? OF_CHATS : []),
  ]
  return (
    <details className="form-more">
      <summary>{text('playground.more')}</summary>
      <div className="form">
        {numbers.map(({ name, label }) => (
          <Field key={name} label={text(label)}>
            <TextInput
              block
              type="number"
              step="any"
              placeholder={text('playground.default')}
              value={settings[name]}
              onChange={({ target }) => onChange({ [name]: target.value })}
            />
          </Field>
        ))}
        {mode === 'chat' && (
          <Field label={text('playground.stop_words')} caption={text('playground.stop_hint')}>
            <Textarea
              block
              rows={2}
              resize="vertical"
              value={settings.stop}
              onChange={({ target }) => onChange({ stop: target.value })}
            />
          </Field>
        )}
        <Field label={text('playground.effort')}>
          <Select
            block
            value={settings.effort}
            onChange={({ target }) => onChange({ effort: target.value })}
          >
            <Select.Option value="">{text('playground.default')}</Select.Option>
            {EFFORTS.map((name) => (
              <Select.Option key={name} value={name}>
                {name}
              </Select.Option>
            ))}
          </Select>
        </Field>
        <JsonField
          label={text('playground.extra')}
          caption={text('playground.extra_hint')}
          rows={5}
          value={settings.extra}
          onChange={(extra) => onChange({ extra })}
        />
      </div>
    </details>
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
