import "./narrow-layout.css";
