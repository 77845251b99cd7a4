/** Whom the own invoices are made out to. */
import { Textarea, TextInput } from '@primer/react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { call } from '../../api/client'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { useForm } from '../../components/form/use-form'
import { Drawer } from '../../components/overlay/Drawer'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { useAction } from '../../components/page/use-action'

const FORM = 'invoice-details'

type Details = DataOf<'invoice.details'>

interface BuyerDrawerProps {
  readonly onClose: () => void
}

export default function BuyerDrawer({ onClose }: BuyerDrawerProps) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const { data } = useEndpoint('invoice.details')
  const save = async (body: Details): Promise<void> => {
    const isDone = await run(
      () => call('invoice.set_details', { body }).finally(() => refresh('invoice')),
      text('invoice.details_saved'),
    )
    if (isDone) onClose()
  }
  return (
    <Drawer
      title={text('invoice.details')}
      subtitle={text('invoice.details_hint')}
      onClose={onClose}
      buttons={[
        { content: text('ui.cancel'), onClick: onClose },
        {
          content: text('ui.save'),
          buttonType: 'primary',
          type: 'submit',
          form: FORM,
          loading: isBusy,
        },
      ]}
    >
      {data === undefined ? <PageSkeleton /> : <DetailsForm details={data} onSave={save} />}
    </Drawer>
  )
}

interface DetailsFormProps {
  readonly details: Details
  readonly onSave: (details: Details) => Promise<void>
}

function DetailsForm({ details, onSave }: DetailsFormProps) {
  const { text } = useText()
  const { values, set, submit } = useForm(details)
  return (
    <form id={FORM} className="form" noValidate onSubmit={submit(onSave)}>
      <Field label={text('invoice.name')}>
        <TextInput
          block
          autoComplete="organization"
          value={values.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label={text('invoice.address')}>
        <Textarea
          block
          rows={4}
          autoComplete="street-address"
          value={values.address}
          onChange={(event) => set({ address: event.target.value })}
        />
      </Field>
      <Field label={text('invoice.tax_id')}>
        <TextInput
          block
          value={values.tax_id}
          onChange={(event) => set({ tax_id: event.target.value })}
        />
      </Field>
      <Field label={text('invoice.email')}>
        <TextInput
          block
          type="email"
          autoComplete="email"
          value={values.email}
          onChange={(event) => set({ email: event.target.value })}
        />
      </Field>
    </form>
  )
}
