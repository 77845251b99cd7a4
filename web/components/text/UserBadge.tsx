import './user-badge.css'

const COLORS = ['blue', 'green', 'orange', 'purple', 'pink', 'teal', 'brown', 'plum'] as const

/** A letter on a colour that is always the same for a name. Nobody's picture is fetched. */
export function UserBadge({ name }: { readonly name: string }) {
  const [letter = '?'] = name
  const sum = [...name].reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0)
  const color = COLORS[sum % COLORS.length] ?? 'blue'
  return (
    <span className="user-badge" data-color={color} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  )
}
