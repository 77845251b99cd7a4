import { Dialog } from '@primer/react'
import { useText } from '../app/language'
import { useViewer } from '../app/session'
import { LanguageMenu } from './LanguageMenu'
import { MenuLinks } from './MenuLinks'
import { SiteLinks } from './SiteLinks'
import { ThemeMenu } from './ThemeMenu'

/** Both menus in one sheet, for narrow screens. */
export default function PhoneMenu({ onClose }: { readonly onClose: () => void }) {
  const { text } = useText()
  const viewer = useViewer()
  return (
    <Dialog
      title={text('nav.main')}
      position={{ narrow: 'left', regular: 'left' }}
      width="280px"
      onClose={onClose}
    >
      <nav className="phone-menu" aria-label={text('nav.main')}>
        <SiteLinks />
        {viewer !== undefined && <MenuLinks />}
      </nav>
      <div className="phone-prefs">
        <LanguageMenu />
        <ThemeMenu />
      </div>
    </Dialog>
  )
}
