import { GearIcon, MeterIcon, TrashIcon } from '@primer/octicons-react'
import { Button, Textarea, TextInput } from '@primer/react'
import { useState } from 'react'
import { mayAs } from '../../../server/domain/accounts/membership'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { actFor } from '../../app/session'
import { Field } from '../../components/form/Field'
import { useForm } from '../../components/form/use-form'
import { lateDialog } from '../../components/late/Late'
import { useConfirmation } from '../../components/overlay/Confirm'
import { Card } from '../../components/page/Card'
import { useAction } from '../../components/page/use-action'
import { NotifyCard } from '../setting/personal/NotifyCard'
import type { OrganisationDetails } from './details'

const LimitsDialog = lateDialog(async () => (await import('./LimitsDialog')).LimitsDialog)

interface SettingsProps {
  readonly organisation: OrganisationDetails
  readonly onChanged: () => Promise<unknown>
}

export default function Settings({ organisation, onChanged }: SettingsProps) {
  const { data: account } = useEndpoint('user.self')
  const { role } = organisation
  return (
    <div className="org-cards">
      {mayAs(role, 'manage') && <Profile organisation={organisation} onChanged={onChanged} />}
      {mayAs(role, 'manage') && <Budget organisation={organisation} />}
      {account !== undefined && <NotifyCard user={account} />}
      {mayAs(role, 'owner') && <Removal organisation={organisation} />}
    </div>
  )
}

function Profile({ organisation, onChanged }: SettingsProps) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const { display_name, join_domains } = organisation
  const form = useForm({ display_name, domains: join_domains.join('\n') }, () => ({}))
  const { values } = form
  const save = async (): Promise<void> => {
    await run(async () => {
      const named = values.domains.split(/[\s,]+/).filter((domain) => domain !== '')
      const body = { display_name: values.display_name, join_domains: named }
      await call('organisation.update', { body })
      await onChanged()
    }, text('ui.saved'))
  }
  return (
    <Card icon={GearIcon} title={text('org.profile')}>
      <form className="form" noValidate onSubmit={form.submit(save)}>
        <Field label={text('org.display_name')}>
          <TextInput
            block
            maxLength={60}
            value={values.display_name}
            onChange={(event) => form.set({ display_name: event.target.value })}
          />
        </Field>
        <Field label={text('org.domains')} caption={text('org.domains_hint')}>
          <Textarea
            block
            rows={3}
            value={values.domains}
            onChange={(event) => form.set({ domains: event.target.value })}
          />
        </Field>
        <div className="form-inline">
          <Button type="submit" variant="primary" loading={isBusy}>
            {text('ui.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

type OfOrganisation = Pick<SettingsProps, 'organisation'>

function Budget({ organisation: { id, display_name, name } }: OfOrganisation) {
  const { text } = useText()
  const [isOpen, open] = useState(false)
  return (
    <Card icon={MeterIcon} title={text('limit.title')} description={text('org.limits_hint')}>
      <Button onClick={() => open(true)}>{text('org.set_limits')}</Button>
      {isOpen && (
        <LimitsDialog
          subject="user"
          id={id}
          name={display_name || name}
          onClose={() => open(false)}
        />
      )}
    </Card>
  )
}

function Removal({ organisation: { display_name, name } }: OfOrganisation) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const remove = async (): Promise<void> => {
    const title = text('org.delete_title', { name: display_name || name })
    const question = { title, message: text('org.delete_text'), agree: text('ui.remove') }
    if (!(await confirm({ ...question, danger: true }))) return
    if (await run(() => call('organisation.remove'))) actFor(undefined)
  }
  return (
    <Card icon={TrashIcon} title={text('org.delete')} description={text('org.delete_hint')}>
      <Button variant="danger" loading={isBusy} onClick={() => void remove()}>
        {text('org.delete')}
      </Button>
    </Card>
  )
}
