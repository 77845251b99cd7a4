import { Button } from '@primer/react'
import { Link } from 'wouter'
import { useText } from '../../app/language'

interface ViewSwitchProps {
  readonly isComparing: boolean
  /** Models that are ticked: these are compared, or all when there are none. */
  readonly chosen: readonly string[]
}

/** To the comparison of prices with facts and measurements of models, and back. */
export function ViewSwitch({ isComparing, chosen }: ViewSwitchProps) {
  const { text } = useText()
  if (isComparing) {
    return (
      <Button as={Link} href="/pricing">
        {text('pricing.view_prices')}
      </Button>
    )
  }
  const names = chosen.map(encodeURIComponent).join(',')
  return (
    <Button as={Link} href={`/pricing?view=compare${names === '' ? '' : `&models=${names}`}`}>
      {names === ''
        ? text('pricing.view_compare')
        : text('pricing.compare_chosen', { count: chosen.length })}
    </Button>
  )
}
