import { SidebarCollapseIcon, SidebarExpandIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { useText } from '../app/language'
import { MenuLinks } from './MenuLinks'
import './menu.css'

interface SideMenuProps {
  readonly isCollapsed: boolean
  readonly onToggle: () => void
}

export function SideMenu({ isCollapsed, onToggle }: SideMenuProps) {
  const { text } = useText()
  return (
    <nav className="side-menu" aria-label={text('nav.side')}>
      <div className="side-menu-links">
        <MenuLinks isCollapsed={isCollapsed} />
      </div>
      <IconButton
        className="side-menu-toggle"
        icon={isCollapsed ? SidebarCollapseIcon : SidebarExpandIcon}
        variant="invisible"
        aria-label={text(isCollapsed ? 'nav.expand' : 'nav.collapse')}
        onClick={onToggle}
      />
    </nav>
  )
}
