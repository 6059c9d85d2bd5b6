const THEME = "qasper-eval-theme";

function storedTheme() {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null;
  }
}

function showTheme(theme) {
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
}

byId("theme").addEventListener("click", () => {
  const shown = document.documentElement.dataset.theme;
  const isDark = shown ? shown === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  showTheme(isDark ? "light" : "dark");
  try {
    localStorage.setItem(THEME, document.documentElement.dataset.theme);
  } catch {
    /* A page opened from a file may have no storage; then the choice lasts as long as the page. */
  }
});
showTheme(storedTheme());
