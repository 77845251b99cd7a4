import { Link, useRoute } from 'wouter'
import { useText } from '../app/language'
import { useViewer } from '../app/session'
import { useSite } from '../app/site'
import { isOffered, MENU_GROUPS, ROUTES, type RouteRow } from '../routes'
import './menu.css'

/** The pages of the console that this viewer may open and this site has switched on. */
export function MenuLinks({ isCollapsed = false }: { readonly isCollapsed?: boolean }) {
  const { text } = useText()
  const site = useSite()
  const viewer = useViewer()
  const rows = ROUTES.filter((row) => row.menu !== undefined && isOffered(row, viewer?.role, site))
  return MENU_GROUPS.map((group) => {
    const links = rows.filter(({ menu }) => menu?.group === group)
    if (links.length === 0) return null
    return (
      <div key={group} className="menu-group">
        <h2 className={isCollapsed ? 'visually-hidden' : 'menu-heading'}>{text(group)}</h2>
        <ul>
          {links.map((row) => (
            <MenuLink key={row.paths[0]} row={row} isCollapsed={isCollapsed} />
          ))}
        </ul>
      </div>
    )
  })
}

interface MenuLinkProps {
  readonly row: RouteRow
  readonly isCollapsed: boolean
}

function MenuLink({ row, isCollapsed }: MenuLinkProps) {
  const { text } = useText()
  const site = useSite()
  const { paths, title, menu } = row
  const entries = menu?.entries?.(site) ?? []
  const [isHere] = useRoute(`${paths[0]}/*?`)
  const IconOf = menu?.icon
  return (
    <li>
      <Link
        href={paths[0]}
        className="menu-link"
        {...(isHere && { 'aria-current': 'page' as const })}
        {...(isCollapsed && { title: text(title) })}
      >
        {IconOf && <IconOf />}
        <span className={isCollapsed ? 'visually-hidden' : undefined}>{text(title)}</span>
      </Link>
      {!isCollapsed && isHere && entries.length > 0 && (
        <ul className="menu-entries">
          {entries.map((entry) => (
            <MenuEntryLink key={entry.path} path={entry.path} title={entry.title} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Names that the operator gave, below the page they belong to. */
function MenuEntryLink({ path, title }: { readonly path: string; readonly title: string }) {
  const [isHere] = useRoute(path)
  return (
    <li>
      <Link href={path} className="menu-link" {...(isHere && { 'aria-current': 'true' as const })}>
        <span>{title}</span>
      </Link>
    </li>
  )
}
