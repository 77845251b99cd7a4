import { Dialog } from '@primer/react'
import { useText } from '../language'
import { useViewer } from '../session'
import { MenuLinks } from './MenuLinks'
import { SiteLinks } from './SiteLinks'

/** Both menus in one sheet, for narrow screens. */
export function PhoneMenu({ onClose }: { readonly onClose: () => void }) {
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
    </Dialog>
  )
}
