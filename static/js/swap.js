// Two players of a draft are clicked, one after the other: then what their swap would mean is
// shown. Tables ticked to stay are remembered meanwhile.
"use strict";

const swap = document.querySelector("[data-swap-form]");
if (swap) {
  const { one, other } = swap.elements;
  const pick = () => {
    for (const link of document.querySelectorAll("[data-swap]")) {
      link.closest("li").classList.toggle("picked", link.dataset.swap === one.value);
    }
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-swap]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (one.value && one.value !== link.dataset.swap) {
      other.value = link.dataset.swap;
      swap.requestSubmit();
    } else {
      one.value = one.value ? "" : link.dataset.swap;
    }
    pick();
  });
  one.addEventListener("input", pick);

  const boxes = [...document.querySelectorAll("input[name=lock]")];
  const place = `stays ${location.pathname}`;
  const kept = JSON.parse(sessionStorage.getItem(place) ?? "[]");
  for (const box of boxes) if (kept.includes(box.value)) box.checked = true;
  document.addEventListener("submit", (event) => {
    const ticked = boxes.filter((box) => box.checked).map((box) => box.value);
    if (event.target === swap) sessionStorage.setItem(place, JSON.stringify(ticked));
    else sessionStorage.removeItem(place);
  });
}
