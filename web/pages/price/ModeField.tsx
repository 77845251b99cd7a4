import { FormControl, Radio, RadioGroup } from '@primer/react'
import type { PriceDraft } from '../../../server/domain/prices/price-draft'
import { useText } from '../../app/language'

const MODES = ['token', 'call'] as const

interface ModeFieldProps {
  readonly mode: PriceDraft['mode']
  readonly onChange: (mode: PriceDraft['mode']) => void
}

/** What a model is sold by. */
export function ModeField({ mode, onChange }: ModeFieldProps) {
  const { text } = useText()
  return (
    <RadioGroup
      name="price-mode"
      onChange={(chosen) => onChange(chosen === 'call' ? 'call' : 'token')}
    >
      <RadioGroup.Label>{text('prices.mode')}</RadioGroup.Label>
      {MODES.map((name) => (
        <FormControl key={name}>
          <Radio value={name} checked={mode === name} />
          <FormControl.Label>{text(`price_row.mode_${name}`)}</FormControl.Label>
        </FormControl>
      ))}
    </RadioGroup>
  )
}
