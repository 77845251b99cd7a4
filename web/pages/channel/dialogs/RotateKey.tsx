import { Textarea, TextInput } from '@primer/react'
import type { KeyJson } from '../../../../server/domain/endpoints/channel-keys'
import { call } from '../../../api/client'
import { refresh } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import { FormDrawer } from '../../../components/form/FormDrawer'
import { useForm } from '../../../components/form/use-form'

interface RotateKeyProps {
  readonly channelId: number
  readonly shown: KeyJson
  readonly onClose: () => void
}

/** A new key in the place of an old one, which stays until an upstream has answered to it. */
export function RotateKey({ channelId, shown, onClose }: RotateKeyProps) {
  const { text } = useText()
  const form = useForm({ key: '', model: '' }, ({ key }) => ({
    ...(key.trim() === '' && { key: text('channel.key_empty') }),
  }))
  return (
    <FormDrawer
      kind="dialog"
      title={text('key.rotate_title', { hint: shown.hint })}
      subtitle={text('key.rotate_text')}
      form={form}
      saveLabel={text('key.rotate_go')}
      onSave={async ({ key, model: given }) => {
        const model = given.trim() || undefined
        const params = { id: channelId, key: shown.id }
        await call('channel.key_rotate', { params, body: { key: key.trim(), model } })
        await Promise.all(['channel', 'audit', 'overview'].map(refresh))
      }}
      success={text('key.rotated')}
      onClose={onClose}
    >
      <Field label={text('key.rotate_key')} problem={form.problems.key} isRequired>
        <Textarea
          block
          rows={2}
          resize="vertical"
          spellCheck={false}
          autoComplete="off"
          value={form.values.key}
          onChange={(event) => form.set({ key: event.target.value })}
        />
      </Field>
      <Field label={text('setup.model')} caption={text('setup.model_hint')}>
        <TextInput
          block
          className="mono"
          autoComplete="off"
          value={form.values.model}
          onChange={(event) => form.set({ model: event.target.value })}
        />
      </Field>
    </FormDrawer>
  )
}
