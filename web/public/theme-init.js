// Runs before the first paint, so that a dark page never flashes white.
;(function chooseTheme() {
  let mode = 'auto'
  try {
    const stored = localStorage.getItem('theme-mode')
    if (stored === 'light' || stored === 'dark') mode = stored
  } catch {
    // Storage is refused in some private windows; the system's choice is used then.
  }
  document.documentElement.setAttribute('data-color-mode', mode)
})()
