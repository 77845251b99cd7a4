import { TextInput } from '@primer/react'
import { Suspense } from 'react'
import { type Text, useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import { PasswordInput } from '../../../components/form/PasswordInput'
import { SwitchField } from '../../../components/form/SwitchField'
import type { Form } from '../../../components/form/use-form'
import { lazyPart } from '../../../components/late/lazy-part'
import type { NotifyValues } from './notify-values'

const CodeBlock = lazyPart(async () => {
  const { CodeBlock: block } = await import('../../../components/text/CodeBlock')
  return { default: block }
})

const PLACE = '{{value}}'

interface WebhookFieldsProps {
  readonly form: Form<NotifyValues>
  /** Whether one is stored; it is never shown. */
  readonly hasSecret: boolean
}

export function WebhookFields({ form, hasSecret }: WebhookFieldsProps) {
  const { text } = useText()
  const { values, problems } = form
  const hint = hasSecret ? 'personal.webhook_secret_kept' : 'personal.webhook_secret_hint'
  return (
    <>
      <Field
        label={text('personal.webhook_url')}
        caption={text('personal.webhook_url_hint')}
        problem={problems.webhookUrl}
      >
        <TextInput
          block
          type="url"
          autoComplete="off"
          placeholder="https://example.com/webhook"
          value={values.webhookUrl}
          onChange={(event) => form.set({ webhookUrl: event.target.value })}
        />
      </Field>
      <Field label={text('personal.webhook_secret')} caption={text(hint)}>
        <PasswordInput
          size="medium"
          autoComplete="new-password"
          value={values.webhookSecret}
          onChange={(webhookSecret) => form.set({ webhookSecret })}
        />
      </Field>
      {hasSecret && (
        <SwitchField
          label={text('personal.webhook_secret_clear')}
          isOn={values.clearsSecret}
          onChange={(clearsSecret) => form.set({ clearsSecret })}
        />
      )}
      <details>
        <summary>{text('personal.webhook_body')}</summary>
        <Suspense fallback={null}>
          <CodeBlock label={text('personal.webhook_body')} code={exampleBody(text)} />
        </Suspense>
      </details>
    </>
  )
}

/** Receivers put the values in the places that the content leaves for them, in their order. */
function exampleBody(text: Text): string {
  const body = {
    type: 'quota_exceed',
    title: text('notice.quota_low_title'),
    content: `${text('notice.quota_low_text', { quota: PLACE })} ${PLACE}`,
    values: ['$0.12', `${location.origin}/topup`],
    timestamp: 1_712_800_000,
  }
  return JSON.stringify(body, null, 2)
}
