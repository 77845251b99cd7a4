import { Button } from '@primer/react'
import { useText } from '../../app/language'

interface ClearFiltersProps {
  readonly query: { readonly isFiltered: boolean; readonly clear: () => void }
}

/** Nothing while every row is shown. */
export function ClearFilters({ query }: ClearFiltersProps) {
  const { text } = useText()
  if (!query.isFiltered) return null
  return (
    <Button variant="invisible" onClick={query.clear}>
      {text('ui.clear_filters')}
    </Button>
  )
}
