/** The frame: top navigation, side menu in the console, content, footer. */
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useText } from '../app/language'
import { useSite } from '../app/site'
import { readStored, store } from '../app/storage'
import { whenQuiet } from '../app/when-quiet'
import { Late } from '../components/late/Late'
import { lazyPart } from '../components/late/lazy-part'
import { loadDrawer } from '../components/overlay/Drawer'
import { loadMenuList } from '../components/overlay/Menu'
import { NoticeBanner } from '../pages/home/NoticeBanner'
import { Footer } from './Footer'
import { usePalette } from './palette/use-palette'
import { SideMenu } from './SideMenu'
import { TopNav } from './TopNav'
import './shell.css'

interface ShellProps {
  readonly frame: 'public' | 'console'
  /** Changes when another page is shown, not when a page opens something of its own. */
  readonly page: string
  readonly children: ReactNode
}

const loadPalette = () => import('./palette/Palette')
const Palette = lazyPart(loadPalette)
const KeysDialog = lazyPart(() => import('./palette/KeysDialog'))
const PhoneMenu = lazyPart(() => import('./PhoneMenu'))

const STORED_AS = 'sidebar-collapsed'

export function Shell({ frame, page, children }: ShellProps) {
  const { text } = useText()
  const { default_collapse_sidebar } = useSite()
  const [hasPhoneMenu, showPhoneMenu] = useState(false)
  const [chosen, choose] = useState(() => readStored(STORED_AS))
  // The site's own choice may still be on its way: what is remembered of it can be older.
  const isCollapsed = chosen === undefined ? default_collapse_sidebar : chosen === 'true'
  const palette = usePalette()
  const [path] = useLocation()
  useEffect(() => {
    // So that nobody's first letters are typed before there is a place for them.
    return frame === 'console' ? whenQuiet([loadPalette, loadMenuList, loadDrawer]) : undefined
  }, [frame])
  useEffect(() => {
    if (page !== '') showPhoneMenu(false)
  }, [page])
  const toggle = (): void => {
    store(STORED_AS, String(!isCollapsed))
    choose(String(!isCollapsed))
  }
  return (
    <div className="shell" data-frame={frame} data-collapsed={isCollapsed}>
      <a className="shell-skip" href="#content">
        {text('nav.skip')}
      </a>
      <TopNav frame={frame} onMenu={() => showPhoneMenu(true)} onFind={palette.open} />
      <div className="shell-body">
        {frame === 'console' && <SideMenu isCollapsed={isCollapsed} onToggle={toggle} />}
        <div className="shell-column">
          {(frame === 'console' || path === '/') && <NoticeBanner />}
          <main id="content" className="shell-main" tabIndex={-1}>
            {children}
          </main>
          <Footer />
        </div>
      </div>
      {hasPhoneMenu && (
        <Late onClose={() => showPhoneMenu(false)}>
          <PhoneMenu onClose={() => showPhoneMenu(false)} />
        </Late>
      )}
      {palette.opened && (
        <Late onClose={palette.close}>
          {palette.opened === 'keys' ? (
            <KeysDialog onClose={palette.close} />
          ) : (
            <Palette onClose={palette.close} />
          )}
        </Late>
      )}
    </div>
  )
}
