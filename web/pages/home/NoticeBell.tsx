import { BellIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { Suspense, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint'
import { Drawer } from '../../components/Drawer'
import { useText } from '../../language'
import { nowMs } from '../../now'
import { readStored, store } from '../../storage'
import './notice.css'
import { lazyPart } from '../../lazy-part'

const SafeHtml = lazyPart(() => import('../../components/SafeHtml'))

const SEEN = 'notice'
const QUIET_ON = 'notice-quiet'

/** As the reader's calendar has it. */
function today(): string {
  return new Date(nowMs()).toDateString()
}

/**
 * The announcement. It opens by itself once, and again when it changes; the bell brings it back.
 * Whoever wants quiet has it until tomorrow, whatever is announced.
 */
export function NoticeBell({ opensItself }: { readonly opensItself: boolean }) {
  const { text } = useText()
  const { data = '' } = useEndpoint('status.notice')
  const [seen, see] = useState(() => readStored(SEEN))
  const [quietOn, quiet] = useState(() => readStored(QUIET_ON))
  const [isOpen, open] = useState(false)
  if (data.trim() === '') return null
  const isNew = data !== seen
  const isShown = isOpen || (opensItself && isNew && quietOn !== today())
  const close = (): void => {
    store(SEEN, data)
    see(data)
    open(false)
  }
  const closeForToday = (): void => {
    store(QUIET_ON, today())
    quiet(today())
    open(false)
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
      {isShown && (
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
            <SafeHtml markdown={data} />
          </Suspense>
        </Drawer>
      )}
    </>
  )
}
