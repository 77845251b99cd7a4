import { BellIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { Suspense, useState } from 'react'
import { useText } from '../../app/language'
import { lazyPart } from '../../components/late/lazy-part'
import { Drawer } from '../../components/overlay/Drawer'
import { useNotice } from './use-notice'
import './notice.css'

const SafeHtml = lazyPart(() => import('../../components/text/SafeHtml'))

/** Brings the announcement back at any time. */
export function NoticeBell() {
  const { text } = useText()
  const { notice, isNew, see, quiet } = useNotice()
  const [isOpen, open] = useState(false)
  if (notice === '') return null
  const close = (): void => {
    see()
    open(false)
  }
  const closeForToday = (): void => {
    quiet()
    close()
  }
  return (
    <>
      <span className="notice-bell" data-new={isNew}>
        <IconButton
          icon={BellIcon}
          variant="invisible"
          aria-label={text(isNew ? 'home.notice_new' : 'home.notice')}
          onClick={() => open(true)}
        />
      </span>
      {isOpen && (
        <Drawer
          kind="dialog"
          title={text('home.notice')}
          onClose={close}
          buttons={[
            { content: text('home.notice_quiet'), onClick: closeForToday },
            { content: text('ui.close'), buttonType: 'primary', onClick: close },
          ]}
        >
          <Suspense fallback={null}>
            <SafeHtml markdown={notice} />
          </Suspense>
        </Drawer>
      )}
    </>
  )
}
