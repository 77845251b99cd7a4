/**
 * Sentences that earlier releases, and the product this one replaces, stored in log rows. They
 * are recognised as a whole or not at all, so that they can be rendered in another language.
 */
import type { LogMessage, PriceNumbers } from './kinds'

export type OldText = LogMessage | { readonly price: PriceNumbers }

const RATIO = '(-?\\d+(?:\\.\\d+)?(?:e-?\\d+)?)'
/** In dollars or in credits, as the site showed them. */
const AMOUNT = '(?:[＄$](-?\\d+(?:\\.\\d+)?)(?: 额度)?|(-?\\d+) 点额度)'

interface Rule {
  readonly pattern: RegExp
  readonly read: (groups: readonly (string | undefined)[], perUnit: number) => OldText
}

const exactly = (source: string): RegExp => new RegExp(`^${source}$`)

function credits([dollars, counted]: readonly (string | undefined)[], perUnit: number): number {
  return dollars === undefined ? Number(counted) : Math.round(Number(dollars) * perUnit)
}

type GrantKind = 'grant_new_user' | 'grant_invitee' | 'grant_inviter' | 'transferred'

const grant = (kind: GrantKind, words: string): Rule => ({
  pattern: exactly(`${words} ?${AMOUNT}`),
  read: (groups, perUnit) => ({ kind, params: { quota: credits(groups, perUnit) } }),
})

const RULES: readonly Rule[] = [
  {
    pattern: exactly(`模型倍率 ${RATIO}，补全倍率 ${RATIO}，分组倍率 ${RATIO}`),
    read: ([model, completion, group]) => ({
      price: {
        model_ratio: Number(model),
        completion_ratio: Number(completion),
        group_ratio: Number(group),
      },
    }),
  },
  {
    pattern: exactly(`模型价格 ${RATIO}，分组倍率 ${RATIO}`),
    read: ([price, group]) => ({
      price: { model_price: Number(price), group_ratio: Number(group) },
    }),
  },
  {
    pattern: exactly(`通过兑换码充值 ${AMOUNT}，兑换码 ?ID ?(\\d+)`),
    read: ([dollars, counted, id], perUnit) => ({
      kind: 'redeemed',
      params: { quota: credits([dollars, counted], perUnit), id: Number(id) },
    }),
  },
  {
    pattern: exactly(
      `使用在线充值成功，充值金额[：:] ?${AMOUNT}，支付金额[：:] ?(\\d+(?:\\.\\d+)?)`,
    ),
    read: ([dollars, counted, money], perUnit) => ({
      kind: 'paid',
      params: {
        quota: credits([dollars, counted], perUnit),
        money: Math.round(Number(money) * 100),
      },
    }),
  },
  grant('grant_new_user', '新用户注册赠送'),
  grant('grant_invitee', '使用邀请码赠送'),
  grant('grant_inviter', '邀请用户赠送'),
  grant('transferred', '邀请额度划转'),
  {
    pattern: exactly(`管理员将用户额度从 ?${AMOUNT} ?修改为 ?${AMOUNT}`),
    read: ([fromDollars, fromCounted, toDollars, toCounted], perUnit) => ({
      kind: 'quota_set',
      params: {
        from: credits([fromDollars, fromCounted], perUnit),
        to: credits([toDollars, toCounted], perUnit),
      },
    }),
  },
  {
    // Whose name stands at the end is not for the user to read.
    pattern: /^quota (-?\d+) -> (-?\d+) by .*$/s,
    read: ([from, to]) => ({
      kind: 'quota_set',
      params: { from: Number(from), to: Number(to) },
    }),
  },
  {
    pattern: /^interrupted: the gateway stopped during this call; (\d+) credits returned$/,
    read: ([quota]) => ({ kind: 'interrupted', params: { quota: Number(quota) } }),
  },
]

/** `undefined` for what nobody recognises. `perUnit`: credits that make a dollar. */
export function oldTextOf(content: string, perUnit: number): OldText | undefined {
  for (const { pattern, read } of RULES) {
    const [, ...groups] = pattern.exec(content) ?? []
    if (groups.length > 0) return read(groups, perUnit)
  }
  return undefined
}
