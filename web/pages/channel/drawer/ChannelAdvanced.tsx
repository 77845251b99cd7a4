import { TextInput } from '@primer/react'
import { useState } from 'react'
import { channelTypeById } from '../../../../server/domain/channel-types'
import { channelFields } from '../../../../server/domain/nouns/channel'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import { JsonField } from '../../../components/form/JsonField'
import { OtherFields } from '../../../components/form/OtherFields'
import { SwitchField } from '../../../components/form/SwitchField'
import type { Form } from '../../../components/form/use-form'
import type { ChannelValues } from './channel-values'
import { ModelRuleFields } from './ModelRuleFields'
import { SettingFields } from './SettingFields'

/** What most channels do without. */
export function ChannelAdvanced({ form }: { readonly form: Form<ChannelValues> }) {
  const { text } = useText()
  const { values, problems } = form
  const hasProblem = JSON_FIELDS.some(({ name }) => problems[name] !== undefined)
  const [isOpen, open] = useState(false)
  return (
    <>
      <div className="form-row">
        <Field
          label={text('field.channel.priority')}
          caption={text('channel.priority_hint')}
          problem={problems.priority}
        >
          <TextInput
            block
            inputMode="numeric"
            value={values.priority}
            onChange={(event) => form.set({ priority: event.target.value })}
          />
        </Field>
        <Field
          label={text('field.channel.weight')}
          caption={text('channel.weight_hint')}
          problem={problems.weight}
        >
          <TextInput
            block
            inputMode="numeric"
            value={values.weight}
            onChange={(event) => form.set({ weight: event.target.value })}
          />
        </Field>
      </div>
      <SwitchField
        label={text('field.channel.auto_ban')}
        caption={text('channel.auto_ban_hint')}
        isOn={values.auto_ban}
        onChange={(auto_ban) => form.set({ auto_ban })}
      />
      <details
        className="more"
        open={isOpen || hasProblem}
        onToggle={(event) => open(event.currentTarget.open)}
      >
        <summary>{text('channel.advanced')}</summary>
        <div className="form">
          <AdvancedFields form={form} />
        </div>
      </details>
    </>
  )
}

const JSON_FIELDS = [
  { name: 'model_mapping', example: '{\n  "gpt-4o": "gpt-4o-2024-08-06"\n}' },
  { name: 'status_code_mapping', example: '{\n  "400": "500"\n}' },
  { name: 'param_override', example: '{\n  "temperature": 0\n}' },
  { name: 'setting', example: '{\n  "proxy": "socks5://host:1080"\n}' },
] as const

function AdvancedFields({ form }: { readonly form: Form<ChannelValues> }) {
  const { text } = useText()
  const { values, problems } = form
  return (
    <>
      <div className="form-row">
        <Field label={text('field.channel.tag')}>
          <TextInput
            block
            value={values.tag}
            onChange={(event) => form.set({ tag: event.target.value })}
          />
        </Field>
        <Field label={text('field.channel.test_model')} caption={text('channel.test_model_hint')}>
          <TextInput
            block
            value={values.test_model}
            onChange={(event) => form.set({ test_model: event.target.value })}
          />
        </Field>
      </div>
      {channelTypeById(values.type)?.traits.takesOrganization && (
        <Field label={text('field.channel.openai_organization')}>
          <TextInput
            block
            placeholder="org-…"
            value={values.openai_organization}
            onChange={(event) => form.set({ openai_organization: event.target.value })}
          />
        </Field>
      )}
      <OtherFields rows={channelFields} form={form} />
      <SettingFields setting={values.setting} onChange={(setting) => form.set({ setting })} />
      <ModelRuleFields setting={values.setting} onChange={(setting) => form.set({ setting })} />
      {JSON_FIELDS.map(({ name, example }) => (
        <JsonField
          key={name}
          label={text(`field.channel.${name}`)}
          caption={text(`channel.${name}_hint`)}
          placeholder={example}
          rows={4}
          value={values[name]}
          problem={problems[name]}
          onChange={(typed) => form.set({ [name]: typed })}
        />
      ))}
    </>
  )
}
