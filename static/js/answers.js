// Sent into a dead network, or by who was signed out in another tab, a form would be replaced by an
// error page, and what was typed lost. So before a form in which something was typed leaves, the
// desk must answer, and know the same person.
"use strict";

const unreachable = document.getElementById("unreachable");
const signedOut = document.getElementById("signed-out");
let mayLeave = null;

function holdsTyping(form) {
  const changed = (one) => one.matches("input, textarea") && one.value !== one.defaultValue;
  return form.matches("[data-carries]") || [...form.elements].some(changed);
}

// Whether the desk answers this person. The token of the page's forms is renewed: signing in anew
// makes another.
async function deskAnswers() {
  let told;
  try {
    const answer = await fetch(signedOut.dataset.who, {
      cache: "no-store",
      signal: AbortSignal.timeout(5000),
    });
    told = await answer.json();
  } catch {
    unreachable.hidden = false;
    return false;
  }
  unreachable.hidden = true;
  signedOut.hidden = told.user === signedOut.dataset.user;
  signedOut.querySelector("[data-nobody]").hidden = told.user !== "";
  signedOut.querySelector("[data-another]").hidden = told.user === "";
  if (!signedOut.hidden) {
    signedOut.scrollIntoView({ block: "nearest" });
    return false;
  }
  for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) {
    field.value = told.token;
  }
  document.body.setAttribute("hx-headers", JSON.stringify({ "x-csrftoken": told.token }));
  return true;
}

document.addEventListener(
  "submit",
  async (event) => {
    const form = event.target;
    const button = event.submitter;
    if (form.method !== "post" || !unreachable || !holdsTyping(form)) return;
    if (form.matches("[hx-post]:not([data-carries])")) return; // htmx stays on the page
    if (form === mayLeave) {
      mayLeave = null;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (form.dataset.asking) return;
    form.dataset.asking = "1";
    const answers = await deskAnswers();
    delete form.dataset.asking;
    if (!answers) return;
    mayLeave = form;
    form.requestSubmit(button);
  },
  true,
);

document.addEventListener("htmx:sendError", () => (unreachable.hidden = false));
document.addEventListener("htmx:afterOnLoad", () => (unreachable.hidden = true));

// Leaving a page that carries a sheet with something typed and not saved asks first.
const carrier = document.querySelector("[data-carries]");
if (carrier) {
  let touched = "unsaved" in carrier.dataset || document.querySelector(".alert") !== null;
  carrier.addEventListener("input", () => (touched = true));
  carrier.addEventListener("submit", () => (touched = false));
  carrier.addEventListener("click", (event) => {
    if (event.target.closest(".sheet-acts a")) touched = false; // "Keep what is saved" is a choice
  });
  window.addEventListener("beforeunload", (event) => {
    if (touched) event.preventDefault();
  });
}
