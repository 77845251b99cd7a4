import { TextInput } from '@primer/react'
import { call } from '../../../api/client'
import { refresh, useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import { FormDrawer } from '../../../components/form/FormDrawer'
import { PickMany } from '../../../components/form/PickMany'
import { useForm } from '../../../components/form/use-form'

interface ChosenFormProps {
  readonly ids: ReadonlySet<number>
  readonly onClose: () => void
  readonly onDone: () => void
}

/** One tag for several channels. */
export function TagMany({ ids, onClose, onDone }: ChosenFormProps) {
  const { text } = useText()
  const form = useForm({ tag: '' }, ({ tag }) => ({
    ...(tag.trim() === '' && { tag: text('channel.tag_empty') }),
  }))
  return (
    <FormDrawer
      kind="dialog"
      title={text('channel.set_tag')}
      form={form}
      onSave={async ({ tag }) => {
        await call('channel.tag_many', { body: { ids: [...ids], tag: tag.trim() } })
        await refresh('channel')
        onDone()
      }}
      success={text('ui.saved')}
      onClose={onClose}
    >
      <Field label={text('field.channel.tag')} problem={form.problems.tag} isRequired>
        <TextInput
          block
          value={form.values.tag}
          onChange={(event) => form.set({ tag: event.target.value })}
        />
      </Field>
    </FormDrawer>
  )
}

interface GroupValues {
  readonly groups: readonly string[]
}

/** The same groups for several channels, in the place of those that they have. */
export function GroupMany({ ids, onClose, onDone }: ChosenFormProps) {
  const { text } = useText()
  const { data: known = [] } = useEndpoint('group.list')
  const form = useForm<GroupValues>({ groups: [] }, ({ groups }) => ({
    ...(groups.length === 0 && { groups: text('channel.groups_empty') }),
  }))
  return (
    <FormDrawer
      kind="dialog"
      title={text('channel.set_groups')}
      subtitle={text('channel.set_groups_text', { count: ids.size })}
      form={form}
      onSave={async ({ groups }) => {
        // One after the other: each is a change of its own, with its line in the audit log.
        for (const id of ids)
          await call('channel.update', { body: { id, group: groups.join(',') } })
        await refresh('channel')
        onDone()
      }}
      success={text('ui.saved')}
      onClose={onClose}
    >
      <PickMany
        label={text('field.channel.group')}
        chosen={form.values.groups}
        choices={known}
        problem={form.problems.groups}
        onChange={(groups) => form.set({ groups })}
      />
    </FormDrawer>
  )
}
