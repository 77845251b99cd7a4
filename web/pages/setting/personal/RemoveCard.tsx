import { DownloadIcon, TrashIcon } from '@primer/octicons-react'
import { Button, TextInput } from '@primer/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { isRoot } from '../../../../server/domain/accounts/roles'
import { ApiError } from '../../../../server/domain/api-calls/answer'
import type { UserJson } from '../../../../server/domain/endpoints/user'
import { call, readFile, routeOf } from '../../../api/client'
import { withFactor } from '../../../api/second-factor'
import { forgetAnswers } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { forgetViewer } from '../../../app/session'
import { Field } from '../../../components/form/Field'
import { FormDrawer } from '../../../components/form/FormDrawer'
import { useForm } from '../../../components/form/use-form'
import { Card } from '../../../components/page/Card'
import { useAction } from '../../../components/page/use-action'
import { useOwnerProof } from '../../../components/sign-in/OwnerProof'
import { downloadFile } from '../../../components/table/download'

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
      <div className="form-inline">
        <DownloadButton name={user.username} />
        {canLeave && (
          <Button variant="danger" onClick={() => ask(true)}>
            {text('personal.remove')}
          </Button>
        )}
      </div>
      {isAsked && <RemoveDialog name={user.username} onClose={() => ask(false)} />}
    </Card>
  )
}

/** Everything that is stored about the account, as a file. */
function DownloadButton({ name }: { readonly name: string }) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const download = async (): Promise<void> => {
    const { address } = routeOf('user.self_data', {})
    const lines = await withFactor(async () => {
      const blob = await readFile(address)
      const text = await blob.text()
      // A refusal is an answer like any other.
      if (blob.type.includes('application/json')) throw new ApiError(200, JSON.parse(text))
      return text
    })
    downloadFile(`${name}.ndjson`, lines, 'application/x-ndjson')
  }
  return (
    <Button leadingVisual={DownloadIcon} loading={isBusy} onClick={() => void run(download)}>
      {text('personal.data')}
    </Button>
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
