import { Select, TextInput } from '@primer/react'
import { ROLE } from '../../../server/domain/accounts/roles'
import { SCOPE_PRESETS, type Scope } from '../../../server/domain/accounts/scopes'
import { ApiError } from '../../../server/domain/api-calls/answer'
import { call } from '../../api/client'
import { useText } from '../../app/language'
import { ScopeField } from '../../components/access/ScopeField'
import { Field } from '../../components/form/Field'
import { FormDrawer } from '../../components/form/FormDrawer'
import { useForm } from '../../components/form/use-form'
import type { RoleDialogState, RoleJson } from './role-dialog'

interface RoleDialogsProps {
  readonly dialog: RoleDialogState
  readonly onChanged: () => void
  readonly onClose: () => void
}

export function RoleDialogs({ dialog, onChanged, onClose }: RoleDialogsProps) {
  const shared = { onChanged, onClose }
  return dialog.kind === 'edit' ? (
    <EditRole role={dialog.role} {...shared} />
  ) : (
    <AssignRole role={dialog.role} {...shared} />
  )
}

interface EditRoleProps extends Pick<RoleDialogsProps, 'onChanged' | 'onClose'> {
  /** Absent for a new one. */
  readonly role: RoleJson | undefined
}

function EditRole({ role, onChanged, onClose }: EditRoleProps) {
  const { text } = useText()
  const first = {
    name: role?.name ?? '',
    base: String(role?.base ?? ROLE.admin),
    scopes: (role?.scopes ?? SCOPE_PRESETS['read-only']) as readonly Scope[],
  }
  const form = useForm(first, ({ name, scopes }) => ({
    ...(name.trim() === '' && { name: text('custom_role.name_empty') }),
    ...(scopes.length === 0 && { scopes: text('access_token.scope_missing') }),
  }))
  const { name, base, scopes } = form.values
  const save = async (): Promise<void> => {
    const body = { name, scopes: [...scopes] }
    if (role === undefined) await call('role.create', { body: { ...body, base: Number(base) } })
    else await call('role.update', { params: { id: role.id }, body })
    onChanged()
  }
  return (
    <FormDrawer
      title={text(role === undefined ? 'roles.new' : 'roles.edit')}
      form={form}
      onSave={save}
      success={text('ui.saved')}
      onClose={onClose}
    >
      <Field label={text('roles.name')} problem={form.problems.name} isRequired>
        <TextInput
          block
          maxLength={30}
          value={name}
          onChange={(event) => form.set({ name: event.target.value })}
        />
      </Field>
      <Field
        label={text('roles.base')}
        caption={text('roles.base_hint')}
        isDisabled={role !== undefined}
      >
        <Select block value={base} onChange={(event) => form.set({ base: event.target.value })}>
          <Select.Option value={String(ROLE.admin)}>{text('choice.admin')}</Select.Option>
          <Select.Option value={String(ROLE.user)}>{text('roles.ordinary')}</Select.Option>
        </Select>
      </Field>
      <ScopeField
        offersAll={false}
        scopes={scopes}
        problem={form.problems.scopes}
        onChange={(chosen) => form.set({ scopes: chosen ?? [] })}
      />
    </FormDrawer>
  )
}

interface AssignRoleProps extends Pick<RoleDialogsProps, 'onChanged' | 'onClose'> {
  readonly role: RoleJson
}

function AssignRole({ role, onChanged, onClose }: AssignRoleProps) {
  const { text } = useText()
  const form = useForm({ username: '' }, ({ username }) => ({
    ...(username.trim() === '' && { username: text('account.username_missing') }),
  }))
  const { username } = form.values
  const save = async (): Promise<void> => {
    const keyword = username.trim()
    const { data } = await call('user.search', { query: { keyword, page_size: 100 } })
    const user = data.items.find((item) => item.username === keyword || String(item.id) === keyword)
    if (user === undefined) {
      throw new ApiError(200, { message: text('roles.user_unknown', { name: keyword }) })
    }
    await call('role.assign', { params: { id: user.id }, body: { role_id: role.id } })
    onChanged()
  }
  return (
    <FormDrawer
      kind="dialog"
      title={text('roles.assign')}
      subtitle={role.name}
      form={form}
      onSave={save}
      success={text('roles.assigned')}
      saveLabel={text('roles.assign')}
      onClose={onClose}
    >
      <Field
        label={text('roles.user')}
        caption={text('roles.user_hint')}
        problem={form.problems.username}
      >
        <TextInput
          block
          value={username}
          onChange={(event) => form.set({ username: event.target.value })}
        />
      </Field>
    </FormDrawer>
  )
}
