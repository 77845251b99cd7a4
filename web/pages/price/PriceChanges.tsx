import { Checkbox, Label } from '@primer/react'
import { changeShare } from '../../../server/domain/prices/price-points'
import { LOCALES } from '../../../server/domain/text/formats'
import { useText } from '../../app/language'
import './price.css'

export interface ChangeRow {
  readonly key: string
  readonly model: string
  readonly what: string
  /** "" for nothing. */
  readonly from: string
  readonly to: string
  /** Both in the same unit, where both are numbers. */
  readonly amounts?: { readonly from: number | undefined; readonly to: number | undefined }
  /** What else is to be known of it. */
  readonly note?: string
  readonly warning?: string
}

interface PriceChangesProps {
  readonly changes: readonly ChangeRow[]
  /** Which are chosen, where they can be chosen. */
  readonly choice?: {
    readonly isChosen: (change: ChangeRow) => boolean
    readonly toggle: (changes: readonly ChangeRow[], isChosen: boolean) => void
  }
  /** Changes of one model, which is named already. */
  readonly isOfOne?: boolean
}

/** What goes from what to what. */
export function PriceChanges({ changes, choice, isOfOne = false }: PriceChangesProps) {
  const { text } = useText()
  const chosen = changes.filter((change) => choice?.isChosen(change)).length
  return (
    <section className="price-changes" aria-label={text('prices.changes')}>
      <table>
        <thead>
          <tr>
            {choice && (
              <th>
                <Checkbox
                  aria-label={text('prices.choose_all')}
                  checked={chosen === changes.length}
                  indeterminate={chosen > 0 && chosen < changes.length}
                  onChange={(event) => choice.toggle(changes, event.target.checked)}
                />
              </th>
            )}
            {!isOfOne && <th scope="col">{text('prices.model')}</th>}
            <th scope="col">{text('prices.what')}</th>
            <th scope="col">{text('prices.from_to')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.key}>
              {choice && (
                <td className="price-choose">
                  <Checkbox
                    aria-label={text('ui.select_row', {
                      name: `${change.model} ${change.what}`,
                    })}
                    checked={choice.isChosen(change)}
                    onChange={(event) => choice.toggle([change], event.target.checked)}
                  />
                </td>
              )}
              {!isOfOne && <td className="mono">{change.model}</td>}
              <td>{change.what}</td>
              <td className="number">
                <FromTo change={change} /> <Share change={change} />
                {change.note && <div className="price-aside">{change.note}</div>}
                {change.warning && (
                  <div className="price-aside" data-warns={true}>
                    {change.warning}
                  </div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function FromTo({ change }: { readonly change: ChangeRow }) {
  const { text } = useText()
  const { from, to } = change
  if (to === '') {
    return (
      <>
        <del>{from}</del> <Label variant="danger">{text('ui.remove')}</Label>
      </>
    )
  }
  if (from === '') {
    return (
      <>
        {to} <Label variant="success">{text('prices.new')}</Label>
      </>
    )
  }
  return (
    <>
      <del>{from}</del> → {to}
    </>
  )
}

/** By how much the price rises or falls. */
function Share({ change: { amounts } }: { readonly change: ChangeRow }) {
  const { language } = useText()
  const share = changeShare(amounts?.from, amounts?.to)
  if (share === undefined || share === 0) return null
  const percent = new Intl.NumberFormat(LOCALES[language], {
    style: 'percent',
    maximumFractionDigits: Math.abs(share) < 1 ? 1 : 0,
    signDisplay: 'exceptZero',
  })
  return (
    <span className="price-share" data-rises={share > 0}>
      {percent.format(share)}
    </span>
  )
}
