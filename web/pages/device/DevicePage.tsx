import { Button, TextInput } from '@primer/react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { readUserCode, shownUserCode } from '../../../server/domain/accounts/device-codes'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { WaitingDeviceJson } from '../../../server/domain/endpoints/device-login'
import { call } from '../../api/client'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { Note } from '../../components/form/Note'
import { useExclusive } from '../../components/form/use-exclusive'
import { useForm } from '../../components/form/use-form'
import { Late } from '../../components/late/Late'
import { lazyPart } from '../../components/late/lazy-part'
import { TextLink } from '../../components/text/TextLink'
import './device.css'

const DeviceQuestion = lazyPart(() => import('./DeviceQuestion'))

type Step =
  | { readonly kind: 'ask' }
  | { readonly kind: 'decide'; readonly code: string; readonly waiting: WaitingDeviceJson }
  | { readonly kind: 'done'; readonly isApproved: boolean }

/** Where somebody lets in a program that shows a code, such as `gw login`. */
export default function DevicePage() {
  const { text } = useText()
  const [search] = useSearchParams()
  const [step, setStep] = useState<Step>({ kind: 'ask' })
  return (
    <article className="device">
      <h1>{text('device.title')}</h1>
      {step.kind === 'ask' && (
        <AskCode
          given={search.get('code') ?? ''}
          onFound={(code, waiting) => setStep({ kind: 'decide', code, waiting })}
        />
      )}
      {step.kind === 'decide' && (
        <Late onClose={() => setStep({ kind: 'ask' })}>
          <DeviceQuestion
            code={step.code}
            waiting={step.waiting}
            onDecided={(isApproved) => setStep({ kind: 'done', isApproved })}
          />
        </Late>
      )}
      {step.kind === 'done' && <Outcome isApproved={step.isApproved} />}
    </article>
  )
}

interface AskCodeProps {
  /** From the link that the program has shown. */
  readonly given: string
  readonly onFound: (code: string, waiting: WaitingDeviceJson) => void
}

function AskCode({ given, onFound }: AskCodeProps) {
  const { text } = useText()
  const { isBusy, exclusive } = useExclusive()
  const [refusal, refuse] = useState<string | undefined>(undefined)
  const form = useForm({ code: given }, ({ code }) => ({
    ...(readUserCode(code) === undefined && { code: text('device_login.unknown') }),
  }))
  const find = async ({ code: typed }: { readonly code: string }): Promise<void> => {
    const code = shownUserCode(readUserCode(typed) ?? '')
    try {
      const { data } = await call('device_login.show', { query: { user_code: code } })
      onFound(code, data)
    } catch (error) {
      refuse(failureText(error, text))
    }
  }
  return (
    <form
      className="form"
      noValidate
      onSubmit={form.submit((values) => exclusive(() => find(values)))}
    >
      <Field
        label={text('device.code')}
        caption={given === '' ? text('device.ask') : text('device.is_yours')}
        problem={form.problems.code ?? refusal}
      >
        <TextInput
          block
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="device-code"
          maxLength={20}
          value={form.values.code}
          onChange={({ target: { value } }) => {
            form.set({ code: value })
            refuse(undefined)
          }}
        />
      </Field>
      <Button type="submit" variant="primary" block loading={isBusy}>
        {text('device.go_on')}
      </Button>
    </form>
  )
}

function Outcome({ isApproved }: { readonly isApproved: boolean }) {
  const { text } = useText()
  if (!isApproved) return <Note tone="info">{text('device.denied')}</Note>
  return (
    <>
      <Note tone="success">{text('device.approved')}</Note>
      <p className="device-hint">
        {text('device.approved_hint')} <TextLink to="/setting">{text('device.tokens')}</TextLink>
      </p>
    </>
  )
}
