import { LockIcon } from '@primer/octicons-react'
import { Button, Label, LinkButton } from '@primer/react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { ReceiptJson } from '../../../server/domain/endpoints/receipt'
import { errorText } from '../../../server/domain/errors/error-facts'
import { isLedgerKind, LEDGER_KINDS } from '../../../server/domain/ledger/entry-kinds'
import { CREDITS_PER_USD, perText } from '../../../server/domain/money/quota'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { viewerId } from '../../app/session'
import { Blank } from '../../components/page/Blank'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { useAction } from '../../components/page/use-action'
import { CopyLine } from '../../components/text/CopyLine'
import './receipt.css'

/** What a call used and cost: for its owner, and by a signed address for anybody. */
export default function ReceiptPage() {
  const { text } = useText()
  const { id = '' } = useParams<{ id: string }>()
  const query = new URLSearchParams(location.search)
  const sign = query.get('sign') ?? ''
  const until = Number(query.get('until') ?? 0)
  const isSigned = sign !== ''
  const params = { id }
  const signed = useEndpoint(
    'receipt.signed',
    { params, query: { until, sign } },
    { skip: !isSigned },
  )
  const isStranger = !isSigned && viewerId() < 0
  const own = useEndpoint('receipt.show', { params }, { skip: isSigned || isStranger })
  const { data, error, reload } = isSigned ? signed : own
  const failure = isStranger ? text('receipt.log_in') : error && failureText(error, text)
  if (failure !== undefined) {
    return (
      <article className="receipt">
        <h1>{text('receipt.title')}</h1>
        {isStranger ? (
          <Stranger message={failure} />
        ) : (
          <LoadFailure message={failure} onRetry={reload} />
        )}
      </article>
    )
  }
  if (data === undefined) return <PageSkeleton />
  return (
    <article className="receipt">
      <Heading receipt={data} />
      <Facts receipt={data} />
      <Units receipt={data} />
      <Tries receipt={data} />
      <Ledger receipt={data} />
      {!isSigned && <Share id={data.request_id} />}
    </article>
  )
}

/** Trying again would not help: the owner logs in, anybody else needs another link. */
function Stranger({ message }: { readonly message: string }) {
  const { text } = useText()
  const next = new URLSearchParams({ next: location.pathname })
  return (
    <Blank icon={LockIcon} title={message}>
      <LinkButton as={Link} href={`/login?${next}`}>
        {text('nav.login')}
      </LinkButton>
    </Blank>
  )
}

interface PartProps {
  readonly receipt: ReceiptJson
}

function Heading({ receipt }: PartProps) {
  const { text } = useText()
  const format = useFormat()
  const { username: user, token_name: token, at, charged, agrees } = receipt
  return (
    <header>
      <h1>{text('receipt.title')}</h1>
      <p className="receipt-sum number">{format.usd(charged / CREDITS_PER_USD)}</p>
      <p className="muted">{text('receipt.of', { user, token, time: format.time(at) })}</p>
      <p>
        <Label variant={agrees ? 'success' : 'danger'}>
          {text(agrees ? 'receipt.agrees' : 'receipt.disagrees')}
        </Label>
      </p>
    </header>
  )
}

function Facts({ receipt }: PartProps) {
  const { text } = useText()
  const format = useFormat()
  const { model, fallback_of, group, group_ratio, held, plan_name: name, plan_paid } = receipt
  const instead = fallback_of === '' ? '' : ` (${text('receipt.instead', { model: fallback_of })})`
  const rows = [
    [text('field.log.request_id'), <code key="id">{receipt.request_id}</code>],
    [text('receipt.model'), model + instead],
    [text('receipt.group'), `${group} × ${group_ratio}`],
    [text('field.log.tags'), receipt.tags.replaceAll(',', ', ')],
    [text('receipt.price'), <PriceText key="price" receipt={receipt} />],
    [text('receipt.error'), endText(receipt, text)],
    [text('receipt.cut'), cutText(receipt, text)],
    [text('receipt.by_plan', { name }), name === '' ? '' : format.usd(plan_paid / CREDITS_PER_USD)],
    [text('receipt.held'), format.number(held)],
  ] as const
  return (
    <dl className="receipt-facts">
      {rows
        .filter(([, value]) => value !== '')
        .map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

type Text = ReturnType<typeof useText>['text']

/** The error as its client got it, and the id to ask an operator about. */
function endText({ error, error_params, error_status }: ReceiptJson, text: Text): string {
  if (error === '') return ''
  const upstream = error_status > 0 ? { upstream_status: error_status } : {}
  const facts = { error, error_params, ...upstream }
  return `${errorText(facts, { text, seesUpstream: false })} (${error})`
}

/** Who broke it off, and what is charged then. */
function cutText({ cut_by, cut_policy }: ReceiptJson, text: Text): string {
  const by = CUT_BY.find((one) => one === cut_by)
  const policy = CUT_POLICIES.find((one) => one === cut_policy)
  if (by === undefined || policy === undefined) return `${cut_by} ${cut_policy}`.trim()
  return `${text(`log.cut_by_${by}`)} · ${text(`receipt.cut_${policy}`)}`
}

const CUT_BY = ['client', 'upstream', 'gateway'] as const
const CUT_POLICIES = ['partial', 'drain', 'refund'] as const

function PriceText({ receipt }: PartProps) {
  const { text } = useText()
  const format = useFormat()
  const { mode, prompt_usd, completion_usd, call_usd, steps } = receipt
  if (mode === 'per-call') return text('receipt.price_call', { call: format.usd(call_usd, 4) })
  const charged = steps.filter(({ ratio }) => Number(ratio) > 0)
  if (prompt_usd === 0 && completion_usd === 0 && charged.length > 0) {
    const prices = charged.map(({ class: name, ratio, per }) => {
      const price = format.usd((Number(ratio) * per) / CREDITS_PER_USD)
      return `${text(`log.class_${name}`)} ${text(perText(per), { price })}`
    })
    return prices.join(' · ')
  }
  const [prompt, completion] = [format.usd(prompt_usd, 4), format.usd(completion_usd, 4)]
  return text('receipt.price_tokens', { prompt, completion })
}

function Units({ receipt }: PartProps) {
  const { text } = useText()
  const format = useFormat()
  const { steps, exact, charged, uncollected } = receipt
  return (
    <section>
      <h2>{text('receipt.used')}</h2>
      <div className="receipt-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{text('receipt.unit')}</th>
              <th scope="col">{text('receipt.count')}</th>
              <th scope="col" className="receipt-rate">
                {text('receipt.rate')}
              </th>
              <th scope="col">{text('receipt.credits')}</th>
              <th scope="col">{text('receipt.dollars')}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <tr key={step.class}>
                <th scope="row">{text(`log.class_${step.class}`)}</th>
                <td>{format.number(step.tokens)}</td>
                <td className="receipt-rate">{step.ratio}</td>
                <td>{step.credits}</td>
                <td>{format.usd(Number(step.credits) / CREDITS_PER_USD)}</td>
              </tr>
            ))}
            <tr className="receipt-total">
              <th scope="row" colSpan={2}>
                {text('receipt.sum', { exact })}
              </th>
              <td className="receipt-rate" />
              <td>{format.number(charged)}</td>
              <td>{format.usd(charged / CREDITS_PER_USD)}</td>
            </tr>
          </tbody>
        </table>
      </div>
      {uncollected > 0 && (
        <p>{text('receipt.uncollected', { credits: format.number(uncollected) })}</p>
      )}
    </section>
  )
}

function Tries({ receipt: { tries, most_tries: most } }: PartProps) {
  const { text } = useText()
  return (
    <section>
      <h2>{text('receipt.tries', { count: tries.length, most })}</h2>
      <ol>
        {tries.map(({ channel, error, status }, at) => {
          const result = error === '' ? text('receipt.answered') : `${error} ${status || ''}`
          const where = channel === 0 ? '' : ` (#${channel})`
          const place = at + 1
          return <li key={place}>{text('receipt.try', { place, result: result + where })}</li>
        })}
      </ol>
    </section>
  )
}

function Ledger({ receipt: { lines } }: PartProps) {
  const { text, language } = useText()
  const format = useFormat()
  return (
    <section>
      <h2>{text('receipt.ledger')}</h2>
      <div className="receipt-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{text('receipt.entry')}</th>
              <th scope="col">{text('receipt.time')}</th>
              <th scope="col">{text('receipt.balance')}</th>
              <th scope="col">{text('receipt.charged')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ at, kind, user_delta, charge }) => (
              <tr key={`${at} ${kind} ${user_delta}`}>
                <th scope="row">{isLedgerKind(kind) ? LEDGER_KINDS[kind][language] : kind}</th>
                <td>{format.moment(Math.floor(at / 1000))}</td>
                <td>{format.number(user_delta)}</td>
                <td>{format.number(charge)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** For its owner: an address to send to somebody without an account. */
function Share({ id }: { readonly id: string }) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const [link, setLink] = useState('')
  const share = () =>
    run(async () => {
      const { data } = await call('receipt.link', { params: { id } })
      setLink(location.origin + data.path)
    })
  const revoke = (only_this: boolean) =>
    run(
      async () => {
        await call('receipt.revoke_links', { params: { id }, query: { only_this } })
        setLink('')
      },
      text(only_this ? 'receipt.revoked_this' : 'receipt.revoked'),
    )
  return (
    <section className="receipt-share">
      <Button loading={isBusy} onClick={() => void share()}>
        {text('receipt.share')}
      </Button>
      <Button variant="invisible" disabled={isBusy} onClick={() => void revoke(true)}>
        {text('receipt.revoke_this')}
      </Button>
      <Button variant="invisible" disabled={isBusy} onClick={() => void revoke(false)}>
        {text('receipt.revoke')}
      </Button>
      {link !== '' && (
        <>
          <CopyLine label={text('nav.receipt')} value={link} />
          <p className="muted">{text('receipt.shared')}</p>
        </>
      )}
    </section>
  )
}
