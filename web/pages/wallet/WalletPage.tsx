import { CreditCardIcon, GiftIcon } from '@primer/octicons-react'
import { Button, LinkButton, TextInput } from '@primer/react'
import { Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { mayAs } from '../../../server/domain/accounts/membership'
import { ROLE } from '../../../server/domain/accounts/roles'
import { call } from '../../api/client'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { actingFor, useViewer } from '../../app/session'
import { useSite } from '../../app/site'
import { useToast } from '../../app/Toasts'
import { Field } from '../../components/form/Field'
import { useForm } from '../../components/form/use-form'
import { LateBoundary, lazyPart } from '../../components/late/lazy-part'
import { Card } from '../../components/page/Card'
import { PageHeader } from '../../components/page/PageHeader'
import { useAction } from '../../components/page/use-action'
import { Stats } from '../../components/stats/Stats'
import { TextLink } from '../../components/text/TextLink'
import { CheckIn } from './CheckIn'
import { Orders } from './Orders'
import { Statement } from './Statement'
import { TopUpForm } from './TopUpForm'
import './wallet.css'

export default function WalletPage() {
  const { text } = useText()
  const format = useFormat()
  const { enable_online_topup, display_in_currency, quota_per_unit, price, check_in_credit } =
    useSite()
  const isRoot = useIsRoot()
  const acting = actingFor()
  const mayPay = acting === undefined || mayAs(acting.role, 'pay')
  const { data: user } = useEndpoint('user.self')
  const inShopMoney = (credits: number): string =>
    `≈ ${format.money((100 * price * credits) / quota_per_unit)}`
  return (
    <>
      <PageHeader title={text('nav.wallet')} manual="payment" />
      <Returned />
      <Stats
        stats={[
          {
            title: text('wallet.balance'),
            value: user && format.quota(user.quota),
            note: user && display_in_currency ? inShopMoney(user.quota) : undefined,
          },
          {
            title: text('wallet.used'),
            value: user && format.quota(user.used_quota),
            note: text('wallet.so_far'),
            to: '/log',
          },
          {
            title: text('wallet.calls'),
            value: user && format.count(user.request_count),
            note: text('wallet.so_far'),
          },
        ]}
      />
      {mayPay && (
        <div className="wallet-cards">
          {(enable_online_topup || isRoot) && (
            <Card icon={CreditCardIcon} title={text('wallet.online')}>
              {enable_online_topup ? <TopUpForm /> : <Unset what="wallet.online_off" find="Epay" />}
            </Card>
          )}
          <Card icon={GiftIcon} title={text('wallet.redeem')}>
            <RedeemForm />
          </Card>
          {check_in_credit > 0 && acting === undefined && <CheckIn />}
        </div>
      )}
      {enable_online_topup && <Orders />}
      <Statement />
    </>
  )
}

const ReturnedOrder = lazyPart(() => import('../../components/payment/ReturnedOrder'))

/** After a payment the service sends the browser back with the number of the order. */
function Returned() {
  const { failure } = useToast()
  const [query, setQuery] = useSearchParams()
  const tradeNo = query.get('order') ?? ''
  if (tradeNo === '') return null
  return (
    <LateBoundary onMissing={failure}>
      <Suspense fallback={null}>
        <ReturnedOrder key={tradeNo} tradeNo={tradeNo} onDismiss={() => setQuery({})} />
      </Suspense>
    </LateBoundary>
  )
}

interface UnsetProps {
  readonly what: 'wallet.online_off' | 'wallet.link_missing'
  /** What the settings are searched for. */
  readonly find: string
}

/** What customers do not see is shown to those who can switch it on. */
function Unset({ what, find }: UnsetProps) {
  const { text } = useText()
  return (
    <span className="muted">
      {text(what)} ·{' '}
      <TextLink to={`/setting?tab=operation&find=${find}`}>{text('setting.title')}</TextLink>
    </span>
  )
}

function useIsRoot(): boolean {
  return (useViewer()?.role ?? 0) >= ROLE.root
}

function RedeemForm() {
  const { text } = useText()
  const isRoot = useIsRoot()
  const format = useFormat()
  const toast = useToast()
  const { top_up_link } = useSite()
  const { isBusy, run } = useAction()
  const form = useForm({ key: '' }, ({ key }) => ({
    ...(key.trim() === '' && { key: text('wallet.code_missing') }),
  }))
  const redeem = async ({ key }: { readonly key: string }): Promise<void> => {
    const isDone = await run(async () => {
      const { data, plan } = await call('redemption.redeem', { body: { key: key.trim() } })
      const message =
        plan === undefined
          ? text('wallet.redeemed', { quota: format.quota(data) })
          : text('wallet.redeemed_plan', { plan })
      toast.success(message)
    })
    if (!isDone) return
    // The next code does not wait until every figure is read again.
    form.reset({ key: '' })
    await Promise.all(['user', 'account', 'subscription'].map(refresh))
  }
  return (
    <form className="form" noValidate onSubmit={form.submit(redeem)}>
      <Field label={text('wallet.code')} problem={form.problems.key}>
        <TextInput
          block
          autoComplete="off"
          value={form.values.key}
          onChange={(event) => form.set({ key: event.target.value })}
        />
      </Field>
      <div className="form-inline">
        <Button type="submit" variant="primary" loading={isBusy}>
          {text('wallet.redeem_go')}
        </Button>
        {/^https?:\/\//.test(top_up_link) ? (
          <LinkButton href={top_up_link} target="_blank" rel="noreferrer">
            {text('wallet.get_code')}
          </LinkButton>
        ) : (
          isRoot && <Unset what="wallet.link_missing" find="TopUpLink" />
        )}
      </div>
    </form>
  )
}
