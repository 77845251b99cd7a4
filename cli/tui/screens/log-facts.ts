/** What a log row says in addition to its columns: how its price came about, and what happened. */

import type { LogJson } from '../../../server/domain/endpoints/log'
import { detailsOf, type LogDetails } from '../../../server/domain/logs/details'
import { factsOf } from '../../../server/domain/logs/facts'
import { Bill } from '../../../server/domain/money/bill'
import { type ChargeRow, CREDITS_PER_USD, perText } from '../../../server/domain/money/quota'
import { LOG_TYPE } from '../../../server/domain/status'
import { fit, plain } from '../../text-width'
import type { Tools } from '../tools'

export function logFacts(log: LogJson, tools: Tools): readonly string[] {
  const { text, format } = tools
  const details = detailsOf(log)
  const { bill } = details
  const lines = factsOf(details, { text, number: format.number, cost: format.cost }).map(
    ([title, value]) => `${text(title)}: ${plain(value)}`,
  )
  for (const name of ['client', 'session', 'tags'] as const) {
    if (log[name] !== '') lines.push(`${text(`field.log.${name}`)}: ${plain(log[name])}`)
  }
  const isBilled = bill !== undefined && log.type === LOG_TYPE.consumption
  return isBilled ? [...billLines(log, bill, tools), '', ...lines] : lines
}

/** Cells of the table of a bill. */
const WIDTHS = { class: 20, tokens: 12, price: 22 }

function billLines(
  log: LogJson,
  { usage, price }: NonNullable<LogDetails['bill']>,
  { text, format }: Tools,
): readonly string[] {
  const { steps } = new Bill(usage, price)
  const priceOf = ({ ratio, per }: ChargeRow): string => {
    const price = format.usd((Number(ratio) * per) / CREDITS_PER_USD)
    return text(perText(per), { price })
  }
  const line = (name: string, tokens: string, rest: { price: string; credits: string }): string =>
    [
      '  ',
      fit(name, WIDTHS.class),
      fit(tokens, WIDTHS.tokens, 'right'),
      '  ',
      fit(rest.price, WIDTHS.price),
      rest.credits,
    ].join('')
  const table =
    steps.mode === 'per-call'
      ? [
          text('log.bill_call', {
            price: format.usd(price.modelPrice),
            group: price.groupRatio,
          }),
        ]
      : [
          line(text('log.bill_class'), text('log.bill_tokens'), {
            price: text('log.bill_price'),
            credits: text('log.bill_credits'),
          }),
          ...steps.rows.map((row) =>
            line(text(`log.class_${row.class}`), format.number(row.tokens), {
              price: priceOf(row),
              credits: `${format.number(row.tokens)} × ${row.ratio} = ${row.credits}`,
            }),
          ),
        ]
  const sum = text('log.bill_sum', { exact: steps.exact, total: format.number(steps.total) })
  const charged = text('log.charged', {
    credits: format.number(log.quota),
    cost: format.cost(log.quota),
  })
  return [
    `${text('log.bill')}:`,
    ...table,
    `${sum} ${text(`log.rule_${steps.rule}`)}`,
    charged,
    ...(steps.total === log.quota ? [] : [text('log.bill_differs')]),
  ]
}
