/** Confirms before unsaved changes are lost. */
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useText } from '../../app/language'
import { useConfirmation } from '../overlay/Confirm'

/**
 * Closing the window is asked about by the browser. Within the console, the browser reports
 * every way to leave (links, buttons, back and forward) before it happens; one without that
 * interface asks only when the window is closed. `stays` says which addresses are still here.
 */
export function useLeaveGuard(isChanged: boolean, stays: (to: URL) => boolean): void {
  const { text } = useText()
  const confirm = useConfirmation()
  const [, navigate] = useLocation()
  const latest = useRef({ stays, isAgreed: false })
  latest.current.stays = stays
  useEffect(() => {
    if (!isChanged) return
    latest.current.isAgreed = false
    const onNavigate = (event: NavigateEvent): void => {
      const { destination, navigationType } = event
      const { isAgreed, stays: isHere } = latest.current
      const to = new URL(destination.url)
      // Another document: the browser confirms itself.
      if (isAgreed || !destination.sameDocument || !event.cancelable || isHere(to)) return
      event.preventDefault()
      const question = {
        title: text('ui.unsaved_title'),
        message: text('ui.unsaved_text'),
        agree: text('ui.discard'),
        danger: true,
      }
      void confirm(question).then((isAgreedNow) => {
        if (!isAgreedNow) return
        latest.current.isAgreed = true
        if (navigationType === 'traverse') window.navigation.traverseTo(destination.key)
        else navigate(to.pathname + to.search + to.hash)
      })
    }
    const onClose = (event: BeforeUnloadEvent): void => event.preventDefault()
    const navigation: Navigation | undefined = window.navigation
    navigation?.addEventListener('navigate', onNavigate)
    addEventListener('beforeunload', onClose)
    return () => {
      navigation?.removeEventListener('navigate', onNavigate)
      removeEventListener('beforeunload', onClose)
    }
  }, [isChanged, text, confirm, navigate])
}
