import { Select } from '@primer/react'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { FormDrawer } from '../../components/form/FormDrawer'
import { useForm } from '../../components/form/use-form'
import { toEach } from './use-user-acts'

interface MoveUsersDialogProps {
  readonly users: readonly UserJson[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Puts several users into one group. */
export function MoveUsersDialog({ users, onClose, onDone }: MoveUsersDialogProps) {
  const { text } = useText()
  const { data: groups = [] } = useEndpoint('group.list')
  const form = useForm({ group: '' }, ({ group }) => ({
    ...(group === '' && { group: text('user.choose_group') }),
  }))
  return (
    <FormDrawer
      kind="dialog"
      title={text('user.move')}
      subtitle={text('user.count', { count: users.length })}
      form={form}
      onSave={async ({ group }) => {
        await toEach(users, (id) => call('user.update', { body: { id, group } }))
        onDone()
      }}
      success={text('user.moved')}
      onClose={onClose}
    >
      <Field label={text('field.user.group')} problem={form.problems.group} isRequired>
        <Select
          block
          value={form.values.group}
          onChange={(event) => form.set({ group: event.target.value })}
        >
          <Select.Option value="">{text('user.choose_group')}</Select.Option>
          {groups.map((name) => (
            <Select.Option key={name} value={name}>
              {name}
            </Select.Option>
          ))}
        </Select>
      </Field>
    </FormDrawer>
  )
}
