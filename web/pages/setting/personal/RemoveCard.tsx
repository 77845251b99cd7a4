import { TrashIcon } from '@primer/octicons-react'
import { Button, TextInput } from '@primer/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { isRoot } from '../../../../server/domain/accounts/roles'
import type { UserJson } from '../../../../server/domain/endpoints/user'
import { call } from '../../../api/client'
import { forgetAnswers } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { forgetViewer } from '../../../app/session'
import { Field } from '../../../components/form/Field'
import { FormDrawer } from '../../../components/form/FormDrawer'
import { useForm } from '../../../components/form/use-form'
import { Card } from '../../../components/page/Card'
import { useOwnerProof } from '../../../components/sign-in/OwnerProof'

export function RemoveCard({ user }: { readonly user: UserJson }) {
  const { text } = useText()
  const [isAsked, ask] = useState(false)
  const canLeave = !isRoot(user.role)
  return (
    <Card
      id="remove"
      icon={TrashIcon}
      title={text('personal.remove')}
      description={text(canLeave ? 'personal.remove_hint' : 'personal.remove_root')}
    >
      {canLeave && (
        <Button variant="danger" onClick={() => ask(true)}>
          {text('personal.remove')}
        </Button>
      )}
      {isAsked && <RemoveDialog name={user.username} onClose={() => ask(false)} />}
    </Card>
  )
}

interface RemoveDialogProps {
  readonly name: string
  readonly onClose: () => void
}

function RemoveDialog({ name, onClose }: RemoveDialogProps) {
  const { text } = useText()
  const [, navigate] = useLocation()
  const asOwner = useOwnerProof()
  const form = useForm({ username: '' }, ({ username }) => ({
    ...(username !== name && { username: text('user.deletion_not_confirmed') }),
  }))
  return (
    <FormDrawer
      kind="dialog"
      title={text('personal.remove')}
      form={form}
      onSave={async (body) => {
        await asOwner(() => call('user.self_remove', { body }))
        forgetViewer()
        await forgetAnswers()
        navigate('/login')
      }}
      success={text('personal.removed')}
      saveLabel={text('personal.remove')}
      isDanger
      onClose={onClose}
    >
      <span>{text('personal.remove_hint')}</span>
      <Field label={text('personal.remove_confirm', { name })} problem={form.problems.username}>
        <TextInput
          block
          autoComplete="off"
          autoCapitalize="none"
          value={form.values.username}
          onChange={(event) => form.set({ username: event.target.value })}
        />
      </Field>
    </FormDrawer>
  )
}
