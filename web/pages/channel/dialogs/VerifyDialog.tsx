import { Label, Select, Spinner, TextInput } from '@primer/react'
import { useState } from 'react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import type { ChannelJson } from '../../../../server/domain/endpoints/channel'
import type { VerifyReportJson } from '../../../../server/domain/endpoints/channel-upstream'
import { call } from '../../../api/client'
import { useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import { Drawer } from '../../../components/overlay/Drawer'
import { useAction } from '../../../components/page/use-action'

interface VerifyDialogProps {
  readonly channel: ChannelJson
  readonly onClose: () => void
}

const VARIANTS = { passed: 'success', failed: 'danger', unclear: 'secondary' } as const

/** Asks an upstream what shows a dishonest relay, once its price was seen and agreed to. */
export function VerifyDialog({ channel, onClose }: VerifyDialogProps) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const models = channel.models.split(',').filter((model) => model !== '')
  const [model, choose] = useState(channel.test_model || (models[0] ?? ''))
  const [limit, setLimit] = useState('0.25')
  const [report, setReport] = useState<VerifyReportJson | undefined>(undefined)
  const params = { id: channel.id }
  const { data: plan, error } = useEndpoint('channel.verify_plan', { params, query: { model } })
  const max_usd = Number(limit)
  const isLimit = /^\d*\.?\d+$/.test(limit.trim())
  const ask = (): Promise<boolean> =>
    run(async () => {
      setReport(undefined)
      const { data } = await call('channel.verify', { params, body: { model, max_usd } })
      setReport(data)
    })
  return (
    <Drawer
      kind="dialog"
      title={text('verify.title', { name: channel.name })}
      subtitle={text('verify.text', { questions: plan?.questions ?? '…' })}
      onClose={onClose}
      buttons={[
        { content: text('ui.close'), onClick: onClose },
        {
          content: text('verify.begin'),
          buttonType: 'primary',
          loading: isBusy,
          disabled: plan === undefined || !isLimit || plan.max_usd > max_usd,
          onClick: () => void ask(),
        },
      ]}
    >
      <div className="form">
        <Field label={text('verify.model')} problem={error && failureText(error, text)}>
          <Select block value={model} onChange={(event) => choose(event.target.value)}>
            {models.map((name) => (
              <Select.Option key={name} value={name}>
                {name}
              </Select.Option>
            ))}
          </Select>
        </Field>
        <Field
          label={text('verify.max_usd')}
          caption={plan === undefined ? undefined : <Cost plan={plan} />}
        >
          <TextInput
            block
            inputMode="decimal"
            value={limit}
            onChange={(event) => setLimit(event.target.value)}
          />
        </Field>
        {isBusy && <Spinner size="small" srText={text('ui.loading')} />}
        {report && <Report report={report} />}
      </div>
    </Drawer>
  )
}

interface CostProps {
  readonly plan: {
    readonly max_usd: number
    readonly prompt_tokens: number
    readonly completion_tokens: number
    readonly priced: boolean
  }
}

function Cost({ plan }: CostProps) {
  const { text } = useText()
  const cost = text('verify.cost', {
    cost: `$${plan.max_usd.toFixed(4)}`,
    prompt: plan.prompt_tokens,
    completion: plan.completion_tokens,
  })
  return (
    <>
      <div>{cost}</div>
      {!plan.priced && <div>{text('verify.unpriced')}</div>}
    </>
  )
}

function Report({ report }: { readonly report: VerifyReportJson }) {
  const { text } = useText()
  const { verdict, findings, asked, spent_usd } = report
  return (
    <div role="status">
      <strong>{text(`verify.verdict.${verdict}`)}</strong>
      <ul className="verify-list">
        {findings.map(({ check, state, message }) => (
          <li key={check}>
            <span>{text(`verify.check.${check}`)}</span>
            <Label variant={VARIANTS[state]}>{text(`verify.state.${state}`)}</Label>
            <span className="test-message">{message}</span>
          </li>
        ))}
      </ul>
      <p className="channel-quiet">
        {text('verify.spent', { asked, spent: `$${spent_usd.toFixed(4)}` })}
      </p>
    </div>
  )
}
