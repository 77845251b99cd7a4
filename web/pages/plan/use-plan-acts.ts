/** What people do with plans of their own; each is confirmed with the sum it means. */
import { useLocation } from 'wouter'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useConfirmation } from '../../components/overlay/Confirm'
import { useAction } from '../../components/page/use-action'
import type { Plan, Subscription } from '../../components/plan/plan'
import { usePlanTexts } from '../../components/plan/use-plan-texts'

/** What was bought, and what it was bought from. */
async function readAgain(): Promise<void> {
  await Promise.all(['subscription', 'user', 'account'].map(refresh))
}

interface Sum {
  readonly price: number
  /** Credits that come back before the price is taken. */
  readonly refund: number
}

/** A code, and the credits that the plan costs with it. */
interface Promo {
  readonly promo_code: string
  readonly toPay: number
}

export function usePlanActs() {
  const { text } = useText()
  const { dollars, period } = usePlanTexts()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const [, go] = useLocation()

  /** Whether the person pays; who cannot is led to the wallet. */
  const agrees = async (title: string, message: string, { price, refund }: Sum) => {
    const { data } = await call('user.self')
    const balance = data.quota + refund
    const facts = { balance: dollars(data.quota), after: dollars(balance - price) }
    if (balance >= price) {
      const fullMessage = `${message} ${text('plans.balance_after', facts)}`
      return await confirm({ title, message: fullMessage, agree: text('plans.pay') })
    }
    const short = `${message} ${text('plans.balance_short', facts)}`
    if (await confirm({ title, message: short, agree: text('plans.to_wallet') })) go('/topup')
    return false
  }

  const buy = async (plan: Plan, promo?: Promo): Promise<void> => {
    const { id, name, price } = plan
    const toPay = promo?.toPay ?? price
    const facts = { price: dollars(price), period: period(plan) }
    await run(async () => {
      const terms = text(plan.renews ? 'plans.price_renews' : 'plans.price_once', facts)
      const cheaper = { money: dollars(price - toPay), code: promo?.promo_code ?? '' }
      const message = toPay === price ? terms : `${terms} ${text('promo.taken_off', cheaper)}.`
      const sum = { price: toPay, refund: 0 }
      if (!(await agrees(text('plans.buy_title', { name }), message, sum))) return
      const body = { plan_id: id, price, promo_code: promo?.promo_code ?? '' }
      await call('subscription.buy', { body }).finally(readAgain)
    })
  }

  const change = async (from: Subscription, to: Plan): Promise<void> => {
    const title = text('plans.switch_title', { from: from.name, to: to.name })
    const sum = { price: to.price, refund: from.refund }
    const facts = { price: dollars(sum.price), period: period(to), refund: dollars(sum.refund) }
    await run(async () => {
      if (!(await agrees(title, text('plans.switch_text', facts), sum))) return
      const body = { plan_id: to.id, price: to.price }
      await call('subscription.switch_own', { params: { id: from.id }, body }).finally(readAgain)
    })
  }

  const setRenewal = async ({ id, name, renews }: Subscription): Promise<void> => {
    const question = {
      title: text('plans.cancel_title', { name }),
      message: text('plans.cancel_text'),
      agree: text('plans.cancel'),
      danger: true,
    }
    if (renews && !(await confirm(question))) return
    const order = () =>
      call('subscription.renewal_own', { params: { id }, body: { renews: !renews } })
    await run(() => order().finally(readAgain), text('ui.saved'))
  }

  return { isBusy, buy, change, setRenewal }
}
