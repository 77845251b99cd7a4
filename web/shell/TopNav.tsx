import { SearchIcon, ThreeBarsIcon } from '@primer/octicons-react'
import { Button, IconButton, LinkButton } from '@primer/react'
import { Link } from 'wouter'
import { Brand } from '../app/Brand'
import { useText } from '../app/language'
import { useViewer } from '../app/session'
import { useSite } from '../app/site'
import { NoticeBell } from '../pages/home/NoticeBell'
import { hasPage } from '../routes'
import { LanguageMenu } from './LanguageMenu'
import { SiteLinks } from './SiteLinks'
import { ThemeMenu } from './ThemeMenu'
import { UserMenu } from './UserMenu'
import './top-nav.css'

/** As the keyboard before the reader has it. */
const SHORTCUT = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘K' : 'Ctrl K'

interface TopNavProps {
  readonly frame: 'public' | 'console'
  readonly onMenu: () => void
  readonly onFind: () => void
}

export function TopNav({ frame, onMenu, onFind }: TopNavProps) {
  const { text } = useText()
  const { system_name, logo, register } = useSite()
  const viewer = useViewer()
  return (
    <header className="top-nav" data-frame={frame}>
      <IconButton
        className="top-nav-menu"
        icon={ThreeBarsIcon}
        variant="invisible"
        aria-label={text('nav.open_menu')}
        onClick={onMenu}
      />
      <Link href="/" className="top-nav-brand">
        <Brand logo={logo} />
        <span>{system_name}</span>
      </Link>
      <nav className="top-nav-links" aria-label={text('nav.main')}>
        <SiteLinks isConsole={frame === 'console'} />
      </nav>
      <div className="top-nav-tools">
        {viewer !== undefined && (
          <Button
            className="top-nav-find"
            leadingVisual={SearchIcon}
            aria-label={text('palette.title')}
            aria-keyshortcuts="Control+K Meta+K"
            onClick={onFind}
          >
            <span className="top-nav-find-hint">{text('palette.button')}</span>
            <kbd>{SHORTCUT}</kbd>
          </Button>
        )}
        <NoticeBell />
        <span className="top-nav-prefs">
          <LanguageMenu />
          <ThemeMenu />
        </span>
        {viewer !== undefined && <UserMenu user={viewer} />}
        {viewer === undefined && (
          <>
            <LinkButton as={Link} href="/login" variant="invisible" className="top-nav-login">
              {text('nav.login')}
            </LinkButton>
            {register && hasPage('/register') && (
              <LinkButton as={Link} href="/register" variant="primary" className="top-nav-register">
                {text('nav.register')}
              </LinkButton>
            )}
          </>
        )}
      </div>
    </header>
  )
}
