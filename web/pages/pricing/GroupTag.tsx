import { useText } from '../../app/language'
import type { Group } from './price-rows'

/** Ratios above which a group is marked as dear, the dearest first. */
const TONES = [
  { above: 5, tone: 'danger' },
  { above: 3, tone: 'severe' },
  { above: 1, tone: 'accent' },
] as const

function toneOf(ratio: number): string {
  return TONES.find(({ above }) => ratio > above)?.tone ?? 'success'
}

interface GroupTagProps {
  readonly group: Group
  /** Whether prices are shown as this group pays them. */
  readonly isViewed: boolean
  readonly onView: (name: string) => void
  readonly hasRatio?: boolean
}

/** A group in the colour of its ratio; pressing it shows the prices it pays. */
export function GroupTag({ group, isViewed, onView, hasRatio = false }: GroupTagProps) {
  const { text } = useText()
  const { name, ratio } = group
  return (
    <button
      type="button"
      className="group-tag"
      data-tone={toneOf(ratio)}
      aria-pressed={isViewed}
      title={text('pricing.view_group', { name, ratio })}
      onClick={() => onView(name)}
    >
      {name}
      {hasRatio && <span className="number"> ×{ratio}</span>}
    </button>
  )
}
