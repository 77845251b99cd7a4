import { PlusIcon, XIcon } from '@primer/octicons-react'
import { Button, IconButton, TextInput } from '@primer/react'
import { useId } from 'react'
import { KNOWN_TIERS, type TierDraft } from '../../../server/domain/prices/price-draft'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import type { ProblemAt } from './problem-at'

interface TierListProps {
  readonly tiers: readonly TierDraft[]
  readonly problemAt: ProblemAt
  readonly onChange: (tiers: readonly TierDraft[]) => void
}

/** What a bill is multiplied by when a tier was served. */
export function TierList({ tiers, problemAt, onChange }: TierListProps) {
  const { text } = useText()
  const known = useId()
  const put = (at: number, change: Partial<TierDraft>): void =>
    onChange(tiers.map((tier, index) => (index === at ? { ...tier, ...change } : tier)))
  return (
    <section className="price-part" aria-label={text('price_row.tiers')}>
      <h3>{text('price_row.tiers')}</h3>
      <p className="field-caption">{text('price_row.tiers_hint')}</p>
      <datalist id={known}>
        {KNOWN_TIERS.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {tiers.map((tier, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tiers are named while they are typed.
        <div key={at} className="price-tier">
          <Field label={text('price_row.tier_name')} problem={problemAt(`tiers.${at}.name`)}>
            <TextInput
              block
              autoComplete="off"
              list={known}
              placeholder="batch"
              value={tier.name}
              onChange={(event) => put(at, { name: event.target.value })}
            />
          </Field>
          <Field label={text('price_row.tier_factor')} problem={problemAt(`tiers.${at}.factor`)}>
            <TextInput
              block
              inputMode="decimal"
              autoComplete="off"
              placeholder="0.5"
              value={tier.factor}
              onChange={(event) => put(at, { factor: event.target.value })}
            />
          </Field>
          <IconButton
            icon={XIcon}
            size="small"
            variant="invisible"
            aria-label={text('price_row.remove_tier', { name: tier.name || String(at + 1) })}
            onClick={() => onChange(tiers.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        size="small"
        leadingVisual={PlusIcon}
        className="price-add"
        onClick={() => onChange([...tiers, { name: '', factor: '' }])}
      >
        {text('price_row.add_tier')}
      </Button>
    </section>
  )
}
