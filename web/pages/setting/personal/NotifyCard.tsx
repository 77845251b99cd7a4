import { BellIcon } from '@primer/octicons-react'
import { Button, SegmentedControl, TextInput } from '@primer/react'
import { Suspense } from 'react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import type { UserJson } from '../../../../server/domain/endpoints/user'
import { call } from '../../../api/client'
import { refresh } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { useSite } from '../../../app/site'
import { useToast } from '../../../app/Toasts'
import { Field } from '../../../components/form/Field'
import { Note } from '../../../components/form/Note'
import { QuotaField } from '../../../components/form/QuotaField'
import { type Form, useForm } from '../../../components/form/use-form'
import { lazyPart } from '../../../components/late/lazy-part'
import type { FieldTexts } from '../../../components/notice/field-texts'
import { Card } from '../../../components/page/Card'
import { useAction } from '../../../components/page/use-action'
import {
  checkNotify,
  type NotifyValues,
  notifyBody,
  storedNotify,
  unreachable,
} from './notify-values'
import { WebhookFields } from './WebhookFields'

const OtherServiceFields = lazyPart(() => import('./OtherServiceFields'))

/** Credits on the buttons below the threshold. */
const PRESETS = [100_000, 500_000, 1_000_000, 5_000_000]

const TYPES = ['email', 'webhook', 'other'] as const

export function NotifyCard({ user }: { readonly user: UserJson }) {
  const { text } = useText()
  return (
    <Card
      id="notify"
      icon={BellIcon}
      title={text('personal.notify')}
      description={text('personal.notify_hint')}
    >
      <NotifyForm user={user} />
    </Card>
  )
}

function NotifyForm({ user }: { readonly user: UserJson }) {
  const { text } = useText()
  const site = useSite()
  const { quota_per_unit } = site
  const toast = useToast()
  const { isBusy, run } = useAction()
  const notify = storedNotify(user.setting, site.quota_remind_threshold)
  const { values: stored, hasSecret, fieldsOf } = notify
  const form = useForm<NotifyValues>(stored, (values) => checkNotify(values, text))
  const { values, problems } = form
  const save = async (typed: NotifyValues): Promise<void> => {
    await run(async () => {
      try {
        await call('account.setting', { body: notifyBody(typed, notify) })
      } catch (error) {
        return toast.warn(text('personal.notify_failed', { reason: failureText(error, text) }))
      }
      await refresh('user')
      form.reset({ ...typed, webhookSecret: '', clearsSecret: false, fields: {} })
      const doubt = unreachable(typed, user, site)
      if (doubt === undefined) toast.success(text('personal.notify_saved'))
      else toast.warn(text(`reply.setting_${doubt}`))
    })
  }
  const doubt = unreachable(stored, user, site)
  return (
    <form className="form" noValidate onSubmit={form.submit(save)}>
      {doubt !== undefined && <Note tone="warning">{text(`notices.unreachable_${doubt}`)}</Note>}
      <TypeChoice form={form} />
      <QuotaField
        label={text('personal.threshold')}
        value={values.threshold}
        problem={problems.threshold}
        shortcuts={quota_per_unit > 0 ? PRESETS.map((credits) => credits / quota_per_unit) : []}
        onChange={(threshold) => form.set({ threshold })}
      />
      <WayFields form={form} hasSecret={hasSecret} fields={fieldsOf(values.service)} />
      <div className="form-inline">
        <Button type="submit" variant={form.isChanged ? 'primary' : 'default'} loading={isBusy}>
          {text('ui.save')}
        </Button>
        <TestButton isOff={doubt !== undefined} />
      </div>
    </form>
  )
}

interface WayFieldsProps {
  readonly form: Form<NotifyValues>
  readonly hasSecret: boolean
  readonly fields: FieldTexts
}

function WayFields({ form, hasSecret, fields }: WayFieldsProps) {
  const { text } = useText()
  const { values } = form
  if (values.type === 'webhook') return <WebhookFields form={form} hasSecret={hasSecret} />
  if (values.type === 'other') {
    return (
      <Suspense fallback={null}>
        <OtherServiceFields form={form} stored={fields} />
      </Suspense>
    )
  }
  return (
    <Field
      label={text('personal.notification_email')}
      caption={text('personal.notification_email_hint')}
    >
      <TextInput
        block
        type="email"
        autoComplete="email"
        value={values.email}
        onChange={(event) => form.set({ email: event.target.value })}
      />
    </Field>
  )
}

/** By what is saved, so that what is tried is what will happen. */
function TestButton({ isOff }: { readonly isOff: boolean }) {
  const { text } = useText()
  const toast = useToast()
  const { isBusy, run } = useAction()
  const send = (): Promise<unknown> =>
    run(async () => {
      const { answer } = (await call('notice.test')).data
      const plain = answer === ''
      toast.success(text(plain ? 'notices.tested_plain' : 'notices.tested', { answer }))
    })
  return (
    <Button type="button" loading={isBusy} disabled={isOff} onClick={() => void send()}>
      {text('notices.test')}
    </Button>
  )
}

function TypeChoice({ form }: { readonly form: Form<NotifyValues> }) {
  const { text } = useText()
  return (
    <SegmentedControl
      aria-label={text('personal.notify_type')}
      onChange={(index) => form.set({ type: TYPES[index] ?? 'email' })}
    >
      {TYPES.map((type) => (
        <SegmentedControl.Button key={type} selected={type === form.values.type}>
          {text(`personal.notify_${type}`)}
        </SegmentedControl.Button>
      ))}
    </SegmentedControl>
  )
}
